# SPDX-License-Identifier: MIT
#
# `make help` lists what can be made and what can be set. A new file needs no line here: sources
# are found by where they lie (src/*/*.c, tools/*.c, tests/unit/test_*.c, tests/*/run.sh).

VERSION := 0.1.0

#: SAN       sanitizers to build with: address,undefined or thread (clang); nothing for none
SAN ?=
comma := ,
CONFIG := $(if $(SAN),$(subst $(comma),-,$(SAN)),release)
#: CC        the C compiler: gcc (for SAN=thread: clang)
ifeq ($(origin CC),default)
CC := $(if $(filter thread,$(SAN)),clang,gcc)
endif
#: OPENMP    1, or 0 to build for one thread without OpenMP
OPENMP ?= 1
#: MARCH     the processor to build for: native; nothing for any of its family
MARCH ?= native
#: WERROR    1 makes warnings errors
WERROR ?= 0
#: V         1 shows the whole command lines
V ?= 0
#: DB        where `make demo` puts its tables: tables
DB ?= tables
#: PREFIX    where to install: /usr/local (BINDIR, LIBDIR, INCLUDEDIR, DATADIR below; DESTDIR above)
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR ?= $(PREFIX)/share
#: CFLAGS    optimisation; CPPFLAGS and LDFLAGS are respected as well
CFLAGS ?= $(if $(filter release,$(CONFIG)),-O3,-O2 -fno-omit-frame-pointer) -g
WARNINGS ?= -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Wvla
PKG_CONFIG ?= pkg-config
CLANG_FORMAT ?= clang-format
INSTALL ?= install

# ---- Flags -------------------------------------------------------------------------------------

SANITIZE := $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all)

ifeq ($(OPENMP),0)
OPENMP_FLAGS := -Wno-unknown-pragmas
else
OPENMP_FLAGS := -fopenmp
# For fanoron.pc: the runtime that the archive needs. Only clang knows where its own lies.
OPENMP_LIB = $(if $(findstring clang,$(shell $(CC) --version 2>&1)),-fopenmp,-lgomp)
endif

# pkg-config is asked when a recipe first needs the answer (on a fresh machine `make test` has then
# just installed it), and only once.
PACKAGES := libzstd libxxhash
PACKAGE_CFLAGS = $(call ask_once,PACKAGE_CFLAGS,--cflags $(PACKAGES))
PACKAGE_LIBS = $(call ask_once,PACKAGE_LIBS,--libs $(PACKAGES))
CMOCKA_CFLAGS = $(call ask_once,CMOCKA_CFLAGS,--cflags cmocka)
CMOCKA_LIBS = $(call ask_once,CMOCKA_LIBS,--libs cmocka)
ask_once = $(eval $1 := $(shell $(PKG_CONFIG) $2))$($1)

ALL_CPPFLAGS = -Isrc -D_FILE_OFFSET_BITS=64 $(PACKAGE_CFLAGS) $(CPPFLAGS)
ALL_CFLAGS = -std=gnu11 $(WARNINGS) $(if $(filter 1,$(WERROR)),-Werror) \
    $(addprefix -march=,$(MARCH)) $(OPENMP_FLAGS) $(SANITIZE) $(CFLAGS)
LINK = $(CC) $(CFLAGS) $(OPENMP_FLAGS) $(SANITIZE) $(LDFLAGS)
LIBS = $(PACKAGE_LIBS) -lpthread

# ---- Files -------------------------------------------------------------------------------------

BUILD := build/$(CONFIG)
objects = $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard $1))

PROGRAM := $(BUILD)/fanoron
BRUTE := $(BUILD)/brute
BENCH := $(BUILD)/bench
MATCH := $(BUILD)/match
ARCHIVE := $(BUILD)/libfanoron.a
SONAME := libfanoron.so.$(firstword $(subst ., ,$(VERSION)))
SHARED := $(BUILD)/libfanoron.so.$(VERSION)

LIB_OBJECTS := $(call objects,src/*/*.c)
TOOL_OBJECTS := $(call objects,tools/*.c)
BRUTE_OBJECTS := $(call objects,tests/brute/*.c)
BENCH_OBJECTS := $(call objects,tests/bench/*.c)
MATCH_OBJECTS := $(call objects,tests/match/*.c)
# Files of tests/unit that are no test_*.c are linked with every test.
UNIT_OBJECTS := $(call objects,tests/unit/*.c)
FUZZ_OBJECTS := $(call objects,tests/fuzz/*.c)
FUZZ_TARGETS := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))
UNIT_SHARED := $(filter-out $(BUILD)/obj/tests/unit/test_%,$(UNIT_OBJECTS))
UNIT_TESTS := $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/test_*.c))
OBJECTS := $(LIB_OBJECTS) $(TOOL_OBJECTS) $(BRUTE_OBJECTS) $(BENCH_OBJECTS) \
    $(MATCH_OBJECTS) $(UNIT_OBJECTS) $(FUZZ_OBJECTS)

# The test scripts: tests/X/run.sh gets the program and the brute-force solver.
SUITES := $(filter-out tests/install/%,$(wildcard tests/*/run.sh))
#: LONG_TESTS the scripts of `make check-long`: tests/long/*.sh
LONG_TESTS ?= $(wildcard tests/long/*.sh)

Q := $(if $(filter 1,$(V)),,@)
say = $(if $(filter 1,$(V)),,@printf '  %-4s %s\n' $1 $2)

.SUFFIXES:
.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all lib brute unit deps demo demo-run bench match fuzz fuzz-run test test-run check-long check-long-run check-deps \
    results proofs install uninstall format clean help FORCE

# ---- Products ----------------------------------------------------------------------------------

all: $(PROGRAM) lib ## the program and the library, static and shared (the default)
ifeq ($(CONFIG),release)
	@test "$$(readlink fanoron)" = $(PROGRAM) || ln -sfn $(PROGRAM) fanoron
endif

lib: $(ARCHIVE) $(BUILD)/libfanoron.so ## the library alone
	@:

brute: $(BRUTE) ## the brute-force solver that the tests compare with
	@:

unit: $(UNIT_TESTS) ## the unit tests, without running them
	@:

# The program holds the library, so it runs from where it lies.
$(PROGRAM): $(TOOL_OBJECTS) $(ARCHIVE) $(BUILD)/sources
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $(TOOL_OBJECTS) $(ARCHIVE) $(LIBS)

$(ARCHIVE): $(LIB_OBJECTS) $(BUILD)/sources
	$(call say,AR,$@)
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $(LIB_OBJECTS)

SHARED_FLAGS := -shared -Wl,-soname,$(SONAME)
ifeq ($(SANITIZE),)
# The map keeps names inside that clang makes up for OpenMP; the sanitizers need theirs outside.
SHARED_FLAGS += -Wl,-z,defs -Wl,--version-script=$(BUILD)/exports.map
endif

$(SHARED): $(LIB_OBJECTS) $(BUILD)/sources
	$(call say,LINK,$@)
	@echo '{ global: fnr_*; local: *; };' >$(BUILD)/exports.map
	$(Q)$(LINK) $(SHARED_FLAGS) -o $@ $(LIB_OBJECTS) $(LIBS)

$(BUILD)/libfanoron.so: $(SHARED)
	@ln -sfn $(notdir $(SHARED)) $(BUILD)/$(SONAME)
	@ln -sfn $(SONAME) $@

$(BRUTE): $(BRUTE_OBJECTS) $(BUILD)/sources
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $(BRUTE_OBJECTS)

$(BENCH): $(BENCH_OBJECTS) $(ARCHIVE) $(BUILD)/sources
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $(BENCH_OBJECTS) $(ARCHIVE) $(LIBS)

$(MATCH): $(MATCH_OBJECTS) $(ARCHIVE) $(BUILD)/sources
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $(MATCH_OBJECTS) $(ARCHIVE) $(LIBS) -lm

$(BUILD)/unit/%: $(BUILD)/obj/tests/unit/%.o $(UNIT_SHARED) $(ARCHIVE)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(LINK) -o $@ $< $(UNIT_SHARED) $(ARCHIVE) $(CMOCKA_LIBS) $(LIBS)

# The calls that fail on purpose.
$(BUILD)/unit/test_faults: private LINK += $(addprefix -Wl$(comma)--wrap=,malloc calloc realloc \
    strdup open64 opendir fdopendir readdir64 fstat64 fstatat64 lstat64 pread64 close mkdir \
    pwrite64 fsync rename)
# The calls whose sizes are looked at.
$(BUILD)/unit/test_hostile: private LINK += $(addprefix -Wl$(comma)--wrap=,malloc calloc realloc)

# The targets run under libFuzzer (`make fuzz`), or under a plain driver. Of tools and of the unit
# tests' helpers, a target takes what it uses.
FUZZ_DRIVER := $(if $(filter fuzz,$(CONFIG)),,$(BUILD)/obj/tests/fuzz/plain.o)
$(BUILD)/fuzz/%: $(BUILD)/obj/tests/fuzz/%.o $(FUZZ_DRIVER) $(BUILD)/obj/tests/fuzz/target.o \
    $(BUILD)/fuzz.a $(ARCHIVE)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(LINK) $(if $(FUZZ_DRIVER),,-fsanitize=fuzzer) -o $@ $^ $(CMOCKA_LIBS) $(LIBS)

$(BUILD)/fuzz.a: $(filter-out %/main.o,$(TOOL_OBJECTS)) $(UNIT_SHARED)
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $^

$(BUILD)/obj/tests/fuzz/%.o: private OWN = -I. $(CMOCKA_CFLAGS)
$(BUILD)/obj/src/%.o: private OWN := -fPIC -fvisibility=hidden
$(BUILD)/obj/src/base/status.o: private DEFINES := -DFNR_VERSION_TEXT='"$(VERSION)"'
$(BUILD)/obj/tests/unit/%.o: private OWN = $(CMOCKA_CFLAGS)

$(BUILD)/obj/%.o: %.c $(BUILD)/flags
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CPPFLAGS) $(DEFINES) $(ALL_CFLAGS) $(OWN) -MMD -MP -c -o $@ $<

# Two notes of how the last build was made: what depends on them is made anew when it changes.
$(BUILD)/flags: FORCE
	$(call refuse_without,$(shell CC='$(CC)' OPENMP='$(OPENMP)' tools/deps.sh list build))
	$(call note,$(VERSION) $(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(LDFLAGS) $(LIBS))

$(BUILD)/sources: $(BUILD)/flags FORCE
	$(call note,$(OBJECTS))

refuse_without = $(if $1,$(error Missing: $1. 'make deps' installs that))
note = @mkdir -p $(@D); echo '$(subst ','\'',$1)' | cmp -s - $@ || echo '$(subst ','\'',$1)' >$@

-include $(OBJECTS:.o=.d)

# Threads that wait sleep: spinning, they would take the processor from those that work wherever
# it is shared, and small tables would take ten times as long.
OMP_WAIT_POLICY ?= passive
export OMP_WAIT_POLICY

# ---- First steps -------------------------------------------------------------------------------

deps: ## install what building and testing need and this machine lacks
	@CC='$(CC)' OPENMP='$(OPENMP)' tools/deps.sh test

RUN := $(if $(filter release,$(CONFIG)),./fanoron,$(PROGRAM))
DEMO_POSITION ?= 9/9/3B5/9/2W1W4 w

demo: ## build everything, then tables of real boards in DB, and look at a 9x5 endgame
	@CC='$(CC)' OPENMP='$(OPENMP)' tools/deps.sh build
	@$(MAKE) --no-print-directory all
	@$(MAKE) --no-print-directory demo-run

# Tables that are there are recognised: a second run is quick.
demo-run:
	$(RUN) build telo-line --complete --db $(DB)
	$(RUN) build 3x3 --complete --db $(DB)
	$(RUN) build 5x5 --stones 6 --db $(DB)
	$(RUN) build 9x5 --stones 5 --db $(DB)
	$(RUN) stats --db $(DB)
	$(RUN) probe "$(DEMO_POSITION)" --db $(DB)

# ---- Tests -------------------------------------------------------------------------------------

# ThreadSanitizer does not see into the OpenMP runtime.
TSAN_OPTIONS ?= ignore_noninstrumented_modules=1
export TSAN_OPTIONS

test: ## all tests that are quick: unit, command line, installation, check-deps
	@CC='$(CC)' OPENMP='$(OPENMP)' tools/deps.sh test
	@$(MAKE) --no-print-directory all unit brute $(MATCH) $(FUZZ_TARGETS)
	@$(MAKE) --no-print-directory test-run

test-run:
	@tests/run.sh 'tests/check-deps.sh $(BUILD)/obj' $(UNIT_TESTS) \
	    $(foreach suite,$(SUITES),'$(suite) $(PROGRAM) $(BRUTE)') \
	    'tests/install/run.sh SAN=$(SAN) CC="$(CC)" $(MAKEOVERRIDES)'

check-long: ## the tests that take long: LONG_TESTS
	@CC='$(CC)' OPENMP='$(OPENMP)' tools/deps.sh test
	@$(MAKE) --no-print-directory all brute
	@$(MAKE) --no-print-directory check-long-run

check-long-run:
	@tests/run.sh $(foreach suite,$(LONG_TESTS),'$(suite) $(PROGRAM) $(BRUTE)')

#: STONES    how far `make bench` goes: 6
STONES ?= 6
bench: $(BENCH) ## speed and size on 9x5; also as JSON in data/bench
	@mkdir -p data/bench
	@$(BENCH) $(STONES) data/bench/9x5-$(STONES).json

#: FUZZ_SECONDS how long `make fuzz` takes for each target: 10
FUZZ_SECONDS ?= 10
fuzz: ## libFuzzer (clang) on all that is read: files, texts, the engine's protocol
	@CC=clang OPENMP=0 tools/deps.sh test
	@$(MAKE) --no-print-directory CONFIG=fuzz SAN=address,undefined CC=clang OPENMP=0 \
	    CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=fuzzer-no-link' fuzz-run

fuzz-run: $(FUZZ_TARGETS) $(PROGRAM)
	@tests/fuzz/fuzz.sh $(BUILD)/fuzz -max_total_time=$(FUZZ_SECONDS) $(PROGRAM)

#: GAMES     how many games `make match` plays of each pairing: 200
GAMES ?= 200
#: PLAYERS   two players for `make match` instead of the standard pairings: depth:6 nodes:10000+tables
PLAYERS ?=
match: $(MATCH) $(PROGRAM) ## strength: games between players, with and without tables; data/match.csv
	@tests/match/standard.sh $(PROGRAM) $(MATCH) $(GAMES) $(DB) $(PLAYERS)

results: $(PROGRAM) ## papers/results.md from the statistics in data
	@tools/results.sh $(PROGRAM) >papers/results.md.tmp && mv papers/results.md.tmp papers/results.md

proofs: $(PROGRAM) ## certificates of whole boards: data/proofs, and the table in papers/proofs.md
	@tools/proofs.sh $(PROGRAM) $(DB)

check-deps: ## prove that includes only point down the rooms of src
	@tests/check-deps.sh

# ---- Installation ------------------------------------------------------------------------------

# Tables that the program finds when no others are named.
READY_MADE := $(notdir $(wildcard data/tables/*))
below_prefix = $(patsubst $(PREFIX)/%,$${prefix}/%,$1)

install: all ## the program, the library, fanoron.h and fanoron.pc below DESTDIR and PREFIX
	$(INSTALL) -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(LIBDIR)/pkgconfig $(DESTDIR)$(INCLUDEDIR)
	$(INSTALL) -m 755 $(PROGRAM) $(DESTDIR)$(BINDIR)/fanoron
	$(INSTALL) -m 644 src/fanoron.h $(DESTDIR)$(INCLUDEDIR)/fanoron.h
	$(INSTALL) -m 644 $(ARCHIVE) $(DESTDIR)$(LIBDIR)/libfanoron.a
	$(INSTALL) -m 755 $(SHARED) $(DESTDIR)$(LIBDIR)/$(notdir $(SHARED))
	ln -sfn $(notdir $(SHARED)) $(DESTDIR)$(LIBDIR)/$(SONAME)
	ln -sfn $(SONAME) $(DESTDIR)$(LIBDIR)/libfanoron.so
	for d in $(READY_MADE); do \
	    $(INSTALL) -d $(DESTDIR)$(DATADIR)/fanoron/tables/$$d && \
	    $(INSTALL) -m 644 data/tables/$$d/* $(DESTDIR)$(DATADIR)/fanoron/tables/$$d || exit 1; \
	done
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(call below_prefix,$(LIBDIR))|' \
	    -e 's|@INCLUDEDIR@|$(call below_prefix,$(INCLUDEDIR))|' -e 's|@VERSION@|$(VERSION)|' \
	    -e 's|@PACKAGES@|$(PACKAGES)|' -e 's|@LIBS_PRIVATE@|$(strip $(OPENMP_LIB) -lpthread)|' \
	    fanoron.pc.in >$(DESTDIR)$(LIBDIR)/pkgconfig/fanoron.pc

uninstall: ## take away what install put there
	rm -f $(DESTDIR)$(BINDIR)/fanoron $(DESTDIR)$(INCLUDEDIR)/fanoron.h \
	    $(DESTDIR)$(LIBDIR)/libfanoron.a $(DESTDIR)$(LIBDIR)/$(notdir $(SHARED)) \
	    $(DESTDIR)$(LIBDIR)/$(SONAME) $(DESTDIR)$(LIBDIR)/libfanoron.so \
	    $(DESTDIR)$(LIBDIR)/pkgconfig/fanoron.pc
	rm -rf $(DESTDIR)$(DATADIR)/fanoron

# ---- Housekeeping ------------------------------------------------------------------------------

format: ## lay out all sources with clang-format
	$(CLANG_FORMAT) -i $(wildcard $(foreach d,src src/* tools tests/*,$(d)/*.[ch]))

clean: ## remove what was built (tables stay)
	rm -rf build fanoron

help: ## this list
	@echo 'make TARGET [VARIABLE=VALUE]...'
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-11s %s\n", $$1, $$2 }' Makefile
	@echo 'Variables:'
	@sed -n 's/^#: /  /p' Makefile
