// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cache

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"

	"gohipcc/driver/reapi"
	"gohipcc/internal/secure"
)

// Security says how the machines that share a remote cache authenticate each other. All are paths
// of files; empty: not used.
type Security struct {
	// SigningKey is the key by which results are signed and verified; see readSigner.
	SigningKey string
	// CA has the root certificates for the server's, in PEM, instead of the system's. Cert and Key
	// are this client's certificate and its key, in PEM.
	CA, Cert, Key string
	// Token is sent to servers of the remote execution API as a bearer token, Headers with every
	// call to them: "name: value", one per line.
	Token, Headers string
}

// The environment variables of Security.
const (
	SigningKeyEnv = "GOHIPCC_REMOTE_CACHE_SIGNING_KEY"
	CAEnv         = "GOHIPCC_REMOTE_CACHE_TLS_CA"
	CertEnv       = "GOHIPCC_REMOTE_CACHE_TLS_CERT"
	KeyEnv        = "GOHIPCC_REMOTE_CACHE_TLS_KEY"
	TokenEnv      = "GOHIPCC_REMOTE_TOKEN"
	HeadersEnv    = "GOHIPCC_REMOTE_HEADERS"
)

// SecurityFromEnv reads the environment variables of Security.
func SecurityFromEnv() Security {
	return Security{SigningKey: secure.Getenv(SigningKeyEnv), CA: secure.Getenv(CAEnv), Cert: secure.Getenv(CertEnv), Key: secure.Getenv(KeyEnv),
		Token: secure.Getenv(TokenEnv), Headers: secure.Getenv(HeadersEnv)}
}

// Client returns the options of a client of the remote execution API at a URL. If the token starts
// with @, it is in the file that follows.
func (s Security) Client(server string) (reapi.Options, error) {
	o := reapi.Options{URL: server, Token: s.Token}
	var err error
	if o.TLS, err = s.tls(); err != nil {
		return o, err
	}
	if file, ok := strings.CutPrefix(s.Token, "@"); ok {
		data, err := os.ReadFile(file)
		if err != nil {
			return o, fmt.Errorf("%s: %w", TokenEnv, err)
		}
		o.Token = strings.TrimSpace(string(data))
	}
	for line := range strings.Lines(s.Headers) {
		name, value, ok := strings.Cut(line, ":")
		if name = strings.TrimSpace(name); !ok || name == "" {
			return o, fmt.Errorf("%s: want lines of the form name: value", HeadersEnv)
		}
		o.Headers = append(o.Headers, reapi.Property{Name: name, Value: strings.TrimSpace(value)})
	}
	return o, nil
}

// transport returns the HTTP transport to the server at u.
func (s Security) transport(u *url.URL) (*http.Transport, error) {
	c, err := s.tls()
	if err != nil {
		return nil, err
	}
	if c != nil && u.Scheme != "https" {
		return nil, fmt.Errorf("remote cache %s: certificates are given (%s, %s) and the URL is not https", u.Redacted(), CAEnv, CertEnv)
	}
	return &http.Transport{Proxy: http.ProxyFromEnvironment, MaxIdleConnsPerHost: 4, TLSClientConfig: c}, nil
}

// tls reads the certificates; nil: none are given.
func (s Security) tls() (*tls.Config, error) {
	if s.CA == "" && s.Cert == "" && s.Key == "" {
		return nil, nil
	}
	c := &tls.Config{MinVersion: tls.VersionTLS12}
	if s.CA != "" {
		pem, err := os.ReadFile(s.CA)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", CAEnv, err)
		}
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("%s: %s has no certificate in PEM", CAEnv, s.CA)
		}
	}
	if s.Cert != "" || s.Key != "" {
		pair, err := tls.LoadX509KeyPair(s.Cert, s.Key)
		if err != nil {
			return nil, fmt.Errorf("%s and %s: %w", CertEnv, KeyEnv, err)
		}
		c.Certificates = []tls.Certificate{pair}
	}
	return c, nil
}

// errDowngrade stops a redirection from https to http.
var errDowngrade = errors.New("the server redirects from https to http")

func checkRedirect(req *http.Request, via []*http.Request) error {
	if via[0].URL.Scheme == "https" && req.URL.Scheme != "https" {
		return errDowngrade
	}
	if len(via) >= 10 {
		return errors.New("stopped after 10 redirects")
	}
	return nil
}
