# What the build of every library of AMD's has in common. Included by the top Makefile before them.
LIBRARIES_COMMON := runtime/libraries/common/hostcall.c
LIBRARIES_COMMON_HEADERS := runtime/libraries/common/hostcall.h
LIBRARIES_FLAGS = -O2 -g1 -fPIC -shared -fvisibility=hidden -Wall -Wextra -D__HIP_PLATFORM_AMD__ \
	-Iruntime/include -Iruntime/libraries/common -I$(BUILD)/include -Wl,-z,now -Wl,-rpath,'$$ORIGIN'
LIBRARIES_CC = $(CC) -std=gnu11 $(LIBRARIES_FLAGS)
# Without the C++ runtime: the libraries are loaded by programs of any language.
LIBRARIES_CXX = $(CXX) -std=gnu++17 -fno-exceptions -fno-rtti -fno-threadsafe-statics $(LIBRARIES_FLAGS)

$(BUILD)/obj/hostcall.o: $(LIBRARIES_COMMON) $(LIBRARIES_COMMON_HEADERS)
	mkdir -p $(BUILD)/obj
	$(CC) -std=gnu11 -O2 -g1 -fPIC -fvisibility=hidden -Wall -Wextra -D__HIP_PLATFORM_AMD__ -Iruntime/include -c -o $@ $<
