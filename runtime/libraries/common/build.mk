# Variables for the build of all libraries. Included by the top Makefile before them.
LIBRARIES_COMMON_HEADERS := $(wildcard runtime/libraries/common/*.h) runtime/libgohip/native.h
LIBRARIES_FLAGS = -O2 -g1 -fPIC -shared -fvisibility=hidden -Wall -Wextra -D__HIP_PLATFORM_AMD__ \
	-Iruntime/include -Iruntime/libraries/common -Iruntime -I$(BUILD)/include -Wl,-z,now -Wl,-rpath,'$$ORIGIN'
LIBRARIES_CC = $(CC) -std=gnu11 $(LIBRARIES_FLAGS)
# Without the C++ runtime, because programs in any language load the libraries.
LIBRARIES_CXX = $(CXX) -std=gnu++17 -fno-exceptions -fno-rtti -fno-threadsafe-statics $(LIBRARIES_FLAGS)

# Objects that every library is linked with.
LIBRARIES_COMMON := $(BUILD)/obj/hostcall.o $(BUILD)/obj/cudalibrary.o

define common_object
mkdir -p $(BUILD)/obj
$(CC) -std=gnu11 -O2 -g1 -fPIC -fvisibility=hidden -Wall -Wextra -D__HIP_PLATFORM_AMD__ -Iruntime/include -Iruntime -c -o $@ $<
endef
$(BUILD)/obj/hostcall.o: runtime/libraries/common/hostcall.c $(LIBRARIES_COMMON_HEADERS)
	$(common_object)
$(BUILD)/obj/cudalibrary.o: runtime/libraries/common/cuda.c $(LIBRARIES_COMMON_HEADERS)
	$(common_object)
