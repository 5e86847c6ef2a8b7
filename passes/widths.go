package passes

func legalizeWidths(u *Unit) error { return nil }
