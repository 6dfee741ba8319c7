# kip: GNU make. `make help` lists what can be asked; `make --trace` shows the commands.

CC      ?= cc
OPT     ?= -O3
BUILD   ?= build
# Builds what runs while kip is built, where CC is another machine's.
CC_FOR_BUILD ?= $(if $(shell command -v cc),cc,$(CC))

# Where `make install` puts things. Packagers set PREFIX or any of these, and DESTDIR, which goes in front of all.
PREFIX     ?= /usr/local
prefix      = $(PREFIX)
bindir      = $(prefix)/bin
libdir      = $(prefix)/lib
includedir  = $(prefix)/include
datadir     = $(prefix)/share
mandir      = $(datadir)/man
bashdir     = $(datadir)/bash-completion/completions

WARN = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
# The same bits everywhere: no fast-math, no contraction, and no SLP vectorizer, because gcc 12 makes fused
# multiply-adds in it whatever -ffp-contract says (its bug 107647).
BITS = -ffp-contract=off -fno-tree-slp-vectorize
# CPPFLAGS, CFLAGS and LDFLAGS are yours; these are not to be lost with them.
ALL_CFLAGS = -std=c11 -D_POSIX_C_SOURCE=200809L $(OPT) -fPIC -fno-semantic-interposition $(WARN) $(CPPFLAGS) \
             $(CFLAGS) $(EXTRA) $(BITS)

LIB_SRC  = $(wildcard src/dynamics/*.c src/control/*.c src/supervisor/*.c src/io/text/*.c src/io/formats/*.c src/io/record/*.c \
                      src/io/script/*.c src/io/scene/*.c src/io/study/*.c) \
           $(wildcard src/io/pictures/chart*.c src/io/pictures/film*.c src/io/pictures/gltf*.c \
                      src/io/pictures/page*.c src/io/pictures/palette.c)
CLI_SRC  = $(wildcard src/io/cli/*.c src/io/live/*.c src/io/eq/*.c)
TEST_SRC = $(wildcard tests/*.c)
HEADERS := src/kip.h $(shell sed -n 's,^\#include "\(.*\)"$$,src/\1,p' src/kip.h)
VERSION := $(shell sed -n 's/^\#define KIP_VERSION "\(.*\)"/\1/p' src/dynamics/base.h)

# The shared library: its file, the name that programs ask the loader for, the name that -lkip finds. It exports what
# the public headers declare, and nothing else: EXPORTS makes the linker's list of it.
TARGET  := $(shell $(CC) -dumpmachine)
MAJOR    = $(firstword $(subst ., ,$(VERSION)))
DECLARED = $(CC) -E -P src/kip.h | grep -o 'kip_[a-z0-9_]*' | LC_ALL=C sort -u
ifneq (,$(findstring darwin,$(TARGET)))
SHARED   = libkip.$(VERSION).dylib
SONAME   = libkip.$(MAJOR).dylib
LINKNAME = libkip.dylib
SHARING  = -dynamiclib -install_name $(libdir)/$(SONAME) -current_version $(VERSION) -Wl,-exported_symbols_list,
EXPORTS  = $(DECLARED) | sed 's/^/_/'
LDLIBS   = -lm -lpthread
else
SHARED   = libkip.so.$(VERSION)
SONAME   = libkip.so.$(MAJOR)
LINKNAME = libkip.so
SHARING  = -shared -Wl,-soname,$(SONAME) -Wl,--version-script,
EXPORTS  = { echo '{ global:'; $(DECLARED) | sed 's/$$/;/'; echo 'local: *; };'; }
LDLIBS   = -lm -lpthread $(if $(findstring linux,$(TARGET)),-ldl)
endif

# Files that become C arrays: player.html is kip_player_html and so on.
PAGE_TEXT = player_html player_css recording_js scene_js camera_js plots_js player_js
LIVE_TEXT = live_html live_css live_js
HELP_TEXT = $(patsubst src/io/cli/%.txt,%,$(wildcard src/io/cli/*.txt))
EQ_TEXT   = $(patsubst src/io/eq/%.txt,eq_%,$(wildcard src/io/eq/*.txt)) slides_html eq_index

LIB_OBJ  = $(LIB_SRC:src/%.c=$(BUILD)/%.o) $(PAGE_TEXT:%=$(BUILD)/text/%.o) $(BUILD)/text/data_folder.o
CLI_OBJ  = $(CLI_SRC:src/%.c=$(BUILD)/%.o) $(HELP_TEXT:%=$(BUILD)/text/%.o) $(LIVE_TEXT:%=$(BUILD)/text/%.o) \
           $(EQ_TEXT:%=$(BUILD)/text/%.o)
TEST_OBJ = $(TEST_SRC:tests/%.c=$(BUILD)/tests/%.o)

CHECK_CFLAGS = $(shell pkg-config --cflags check 2>/dev/null)
CHECK_LIBS   = $(shell pkg-config --libs check 2>/dev/null)
INSTALL_CHECK = $(shell \
    if command -v apt-get >/dev/null; then echo apt-get install -y check pkg-config; \
    elif command -v dnf >/dev/null; then echo dnf install -y check-devel pkgconf; \
    elif command -v pacman >/dev/null; then echo pacman -S --noconfirm check pkgconf; \
    elif command -v apk >/dev/null; then echo apk add check-dev pkgconf; \
    elif command -v brew >/dev/null; then echo brew install check pkg-config; fi)
SUDO = $(shell [ "$$(id -u)" = 0 ] || [ "$$(uname)" = Darwin ] || echo sudo)

# Pages of the manual, and what bash completes.
MAN   = $(addprefix $(BUILD)/man/,kip.1 kip-language.5 kip-model.5)
PAGES = $(MAN) $(BUILD)/man/kip.bash

.PHONY: all demo pictures pages deps check replay coverage fuzz faults stops hour sanitizers long mutants bits mujoco bench speed asan install uninstall dist clean help force
.DELETE_ON_ERROR:
.SECONDARY:

all: $(BUILD)/libkip.a $(BUILD)/$(LINKNAME) kip $(BUILD)/kip.pc $(PAGES)

kip: $(BUILD)/kip
	@ln -sf $< $@
	@mkdir -p out

# All of the library, its names visible to plug-ins.
$(BUILD)/kip: $(CLI_OBJ) $(LIB_OBJ)
	@echo link $@
	@$(CC) $(ALL_CFLAGS) $(LDFLAGS) -rdynamic -o $@ $^ $(LDLIBS)

$(BUILD)/libkip.a: $(LIB_OBJ)
	@rm -f $@
	@echo archive $@
	@$(AR) rcs $@ $^

$(BUILD)/exports: $(HEADERS) $(BUILD)/flags
	@$(EXPORTS) > $@

$(BUILD)/$(SHARED): $(LIB_OBJ) $(BUILD)/exports
	@echo link $@
	@$(CC) $(ALL_CFLAGS) $(LDFLAGS) $(SHARING)$(BUILD)/exports -o $@ $(LIB_OBJ) $(LDLIBS)

# The names by which it is found here, as where it is installed.
$(BUILD)/$(LINKNAME): $(BUILD)/$(SHARED)
	@ln -sf $(SHARED) $(BUILD)/$(SONAME)
	@ln -sf $(SONAME) $@

# Another compiler or other flags: everything again.
$(BUILD)/flags: force
	@mkdir -p $(@D)
	@echo '$(CC) $(ALL_CFLAGS)' | cmp -s - $@ || echo '$(CC) $(ALL_CFLAGS)' > $@

$(BUILD)/%.o: src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	@echo compile $<
	@$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/embed: src/io/pictures/embed.c
	@mkdir -p $(@D)
	@$(CC_FOR_BUILD) -std=c11 -o $@ $<

EMBED = @mkdir -p $(@D); $(BUILD)/embed kip_$(basename $(@F)) $< > $@

$(BUILD)/text/%_html.c: src/io/pictures/%.html $(BUILD)/embed
	$(EMBED)

$(BUILD)/text/%_css.c: src/io/pictures/%.css $(BUILD)/embed
	$(EMBED)

$(BUILD)/text/%_js.c: src/io/pictures/%.js $(BUILD)/embed
	$(EMBED)

$(BUILD)/text/live_%.c: src/io/live/live.% $(BUILD)/embed
	$(EMBED)

$(BUILD)/text/%.c: src/io/cli/%.txt $(BUILD)/embed
	$(EMBED)

$(BUILD)/text/eq_%.c: src/io/eq/%.txt $(BUILD)/embed
	$(EMBED)

$(BUILD)/text/%_html.c: src/io/eq/%.html $(BUILD)/embed
	$(EMBED)

# Where equations are named: `kip eq` shows it, and its --check compares. Made anew where it is another.
INDEXED = $(sort $(wildcard $(addprefix src/,*/*.[ch] io/*/*.[ch]) data/models/*.xml \
              $(addprefix data/skills/,*.py */*.py) $(addprefix data/papers/,*/*.py */*/*.py) tests/*.c \
              $(filter-out %/eq.sh,$(wildcard tests/*.sh))))
$(BUILD)/text/eq_index.txt: force
	@mkdir -p $(@D)
	@awk -f src/io/eq/index.awk $(INDEXED) > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

$(BUILD)/text/eq_index.c: $(BUILD)/text/eq_index.txt $(BUILD)/embed
	$(EMBED)

# Where the data will be, which the library looks through last.
DATA_FOLDER = 'extern const char kip_data_folder[];' 'const char kip_data_folder[] = "$(datadir)/kip";'

$(BUILD)/text/data_folder.c: force
	@mkdir -p $(@D)
	@printf '%s\n' $(DATA_FOLDER) | cmp -s - $@ || printf '%s\n' $(DATA_FOLDER) > $@

$(BUILD)/text/%.o: $(BUILD)/text/%.c $(BUILD)/flags
	@$(CC) $(ALL_CFLAGS) -c -o $@ $<

# From what `kip help` says: by kip or, where it does not run, being another machine's, by one made for this machine.
$(PAGES): $(BUILD)/man/made ;

$(BUILD)/man/made: $(BUILD)/kip
	@mkdir -p $(@D)
	@kip=$<; $$kip --version > /dev/null 2>&1 || { kip=$(BUILD)/native/kip; \
	    $(MAKE) CC="$(CC_FOR_BUILD)" OPT=-O1 CPPFLAGS= CFLAGS= LDFLAGS= EXTRA= BUILD=$(BUILD)/native $$kip; } || exit; \
	for page in $(notdir $(PAGES)); do $$kip help --write $$page > $(@D)/$$page || exit; done
	@touch $@

# -- the main job ------------------------------------------------------------------------------------------------

demo: all
	@mkdir -p out
	./kip run data/models/skeleton37_stairs.xml --key top --hold top,0.55 --push head,900,50,100,0.5,0.2 --duration 6 \
	    --html out/demo.html --record out/demo.kip
	@echo "out/demo.html: the skeleton stands at the top of the stairs, is hit at 0.5 s, lets go and falls down them."
	@echo "Open it in a browser: file://$(CURDIR)/out/demo.html"

# The pictures of the README, of the demo: a film strip, the same bytes everywhere, and the page in a browser.
STRIP = ./kip plot out/demo.kip --film 0.4,0.7,0.9,1.1,1.4,1.8,2.6,4 --turn 30 --spacing 0 --title ""

pictures: demo
	$(STRIP) --svg data/pictures/strip.svg
	sh tests/photograph.sh "$(CURDIR)/out/demo.html?t=1.13" "$(CURDIR)/data/pictures/fall.png" 1280,720

# -- tests -------------------------------------------------------------------------------------------------------

deps:
	@if pkg-config --exists check 2>/dev/null; then echo "Check is installed"; \
	elif [ -z "$(INSTALL_CHECK)" ]; then echo "no package manager found: install Check (libcheck.github.io)"; exit 1; \
	else $(SUDO) $(INSTALL_CHECK) || { $(SUDO) apt-get update && $(SUDO) $(INSTALL_CHECK); }; fi

# The suites of tests/test_*.c, and whether they are studies too.
$(BUILD)/tests/suites.h: $(TEST_SRC)
	@mkdir -p $(@D)
	@for file in $$(grep -l '^Suite ' tests/test_*.c); do \
	    printf 'SUITE(%s, %s)\n' "$$(sed -n 's/^Suite \*suite_\([a-z_]*\)(void)$$/\1/p' $$file)" "$$(grep -q 'STUDY(\|study_print(' $$file && echo true || echo false)"; \
	done > $@

# What a test computes itself takes less time than to optimise it.
$(BUILD)/tests/check_main.o: $(BUILD)/tests/suites.h
$(BUILD)/tests/%.o: tests/%.c $(BUILD)/flags
	@pkg-config --exists check 2>/dev/null || { \
	    echo "The tests need Check: make deps, or $(SUDO) $(INSTALL_CHECK)"; exit 1; }
	@mkdir -p $(@D)
	@echo compile $<
	@$(CC) $(ALL_CFLAGS) $(CHECK_CFLAGS) -Isrc -I$(BUILD)/tests -O1 -MMD -MP -c -o $@ $<

$(BUILD)/check: $(TEST_OBJ) $(BUILD)/libkip.a
	@echo link $@
	@$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $(TEST_OBJ) $(BUILD)/libkip.a $(CHECK_LIBS) $(LDLIBS)

# The unit tests run beside those of the program, which are the scripts with a line "# make check: COMMAND"; one that plays with a
# browser has "# make check, alone: COMMAND" and comes when they are over. The last line is the unit tests'.
check: $(BUILD)/check all demo replay
	@$(STRIP) --svg - | cmp - data/pictures/strip.svg || { echo "data/pictures/strip.svg is old: make pictures"; exit 1; }
	@$(BUILD)/check > $(BUILD)/check.log 2>&1 & units=$$!; \
	sh tests/scenes.sh ./kip > $(BUILD)/scenes.log 2>&1 & scenes=$$!; \
	run() { for test in $$(grep -l "^# make check$$1: " tests/*.sh); do \
	    BUILD=$(BUILD) sh -c "$$(sed -n "s/^# make check$$1: //p" $$test)" > $(BUILD)/program.log 2>&1 || \
	        failed="$$failed $$test: $$(grep -m 3 FAILED $(BUILD)/program.log || tail -3 $(BUILD)/program.log)"; \
	    cat $(BUILD)/program.log; done; }; \
	run ""; \
	wait $$scenes || failed="$$failed scenes"; \
	wait $$units || failed="$$failed units"; \
	run ", alone"; \
	cat $(BUILD)/scenes.log $(BUILD)/check.log; \
	[ -z "$$failed" ] || { echo "failed:$$failed"; exit 1; }

# Targets for a fuzzer, each with what feeds it: the files of its corpus, or what libFuzzer makes up.
FUZZ_TARGETS = $(filter-out replay,$(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/*.c)))
FUZZ_SHARED  = tests/check_program.c $(BUILD)/libkip.a
FUZZ_HEADERS = $(wildcard tests/fuzz/*.h) $(BUILD)/flags
FUZZ_LINK    = $(CC) $(ALL_CFLAGS) -Isrc -Itests $(LDFLAGS) -o $@ $< $(FUZZ_SHARED)

$(BUILD)/replay/%: tests/fuzz/%.c tests/fuzz/replay.c $(FUZZ_SHARED) $(FUZZ_HEADERS)
	@mkdir -p $(@D)
	@echo link $@
	@$(FUZZ_LINK) tests/fuzz/replay.c $(LDLIBS)

$(BUILD)/fuzz/%: tests/fuzz/%.c $(FUZZ_SHARED) $(FUZZ_HEADERS)
	@mkdir -p $(@D)
	@echo link $@
	@$(FUZZ_LINK) -fsanitize=fuzzer $(LDLIBS)

# All that a fuzzer once found, and what it began with.
replay: $(FUZZ_TARGETS:%=$(BUILD)/replay/%)
	@for target in $(FUZZ_TARGETS); do \
	    $(BUILD)/replay/$$target tests/fuzz/corpus/$$target/* > $(BUILD)/replay/$$target.log 2>&1 || { \
	        tail -30 $(BUILD)/replay/$$target.log; echo "failed: replay $$target"; exit 1; }; done
	@echo "replay: $$(find tests/fuzz/corpus -type f | wc -l) inputs of $(words $(FUZZ_TARGETS)) targets hold"

# Needs clang with its libFuzzer. So many SECONDS for each of the TARGETS; then 100,000 requests that no browser makes to kip live.
SECONDS = 600
TARGETS = $(FUZZ_TARGETS)
fuzz:
	$(MAKE) CC=clang BUILD=build/fuzz OPT="-O1 -g" \
	    EXTRA="-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all" $(TARGETS:%=build/fuzz/fuzz/%)
	@sh tests/fuzz.sh build/fuzz $(SECONDS) $(TARGETS)
	$(MAKE) BUILD=build/asan OPT="-O1 -g1" EXTRA="$(SANITIZE)" build/asan/kip
	sh tests/live.sh build/asan/kip 100000

# Is everybody seen on every page that data makes? Ten minutes.
pages: kip
	sh tests/framing.sh ./kip all

# All unit suites and six scenes under the address, undefined-behaviour, thread and memory sanitizers and valgrind.
sanitizers:
	sh tests/sanitizers.sh

# Every allocation and every write of every command fails once.
faults: kip
	sh tests/faults.sh ./kip

# Which lines the tests run. Ten minutes.
coverage:
	$(MAKE) CC=gcc BUILD=build/coverage OPT=-O0 EXTRA=--coverage build/coverage/check build/coverage/kip
	@sh tests/coverage.sh build/coverage

# Signals at 50 random moments of run, sweep, tune and learn.
stops: kip
	sh tests/stops.sh ./kip

# An hour of one character that is pushed: flat memory, a recording that comes again. Five minutes.
hour: kip
	sh tests/hour.sh ./kip

# Long studies: the bars of the solver, with their figures.
long: $(BUILD)/check
	$(BUILD)/check long

# Which of N small changes to the sources, drawn from SEED, does a unit suite see? Half an hour.
N    ?= 100
SEED ?= 1
mutants: $(BUILD)/check
	@$(MAKE) BUILD=$(BUILD)/asan OPT=-O1 EXTRA="$(SANITIZE)" \
	    $(BUILD)/asan/libkip.a
	@sh tests/mutants.sh $(BUILD) $(N) $(SEED)

# The same hash from gcc and clang at every level, and from musl.
bits:
	sh tests/bits.sh

# Accuracy and time beside MuJoCo, where it is installed.
mujoco: $(BUILD)/libkip.a
	@sh tests/mujoco/run.sh $(BUILD)/libkip.a $(MODELS)

# The address sanitizer itself sees what null and object-size would ask of every access. What is left out computes numbers with
# code that other suites run too; make sanitizers runs all.
SANITIZE     = -fsanitize=address,undefined -fno-sanitize=null,object-size -fno-sanitize-recover=all
NUMBERS_ONLY = batch|collide|constraint|drop|golden|impact|integrate|pile|scalar|surface|throws

asan:
	$(MAKE) BUILD=build/asan OPT="-O1 -g1" EXTRA="$(SANITIZE)" build/asan/check build/asan/kip replay
	@sh tests/cli.sh build/asan/kip & cli=$$!; \
	sed -n 's/.*suite_create("\(.*\)").*/\1/p' tests/*.c | grep -vxE '$(NUMBERS_ONLY)' | tr '\n' '\0' | \
	    xargs -0 -P 2 -I NAME env CK_FORK=no CK_RUN_SUITE=NAME build/asan/check && wait $$cli

speed: kip $(BUILD)/libkip.a
	sh tests/speed_table.sh ./kip --write

bench: kip $(BUILD)/libkip.a
	./kip bench
	@sh tests/mujoco/run.sh $(BUILD)/libkip.a data/models/skeleton37.xml
	@sh tests/bench_page.sh ./kip

# -- the rest ----------------------------------------------------------------------------------------------------

# MODE FROM TO, or link TARGET TO: what is installed, and what uninstall removes.
INSTALLED = \
    '755 $(BUILD)/kip $(bindir)/kip' \
    '644 $(BUILD)/libkip.a $(libdir)/libkip.a' \
    '755 $(BUILD)/$(SHARED) $(libdir)/$(SHARED)' \
    'link $(SHARED) $(libdir)/$(SONAME)' \
    'link $(SONAME) $(libdir)/$(LINKNAME)' \
    '644 $(BUILD)/kip.pc $(libdir)/pkgconfig/kip.pc' \
    $(foreach header,$(HEADERS:src/%=%),'644 src/$(header) $(includedir)/kip/$(header)') \
    $(foreach file,$(DATA),'644 data/$(file) $(datadir)/kip/$(file)') \
    $(foreach page,$(MAN),'644 $(page) $(mandir)/man$(patsubst .%,%,$(suffix $(page)))/$(notdir $(page))') \
    '644 $(BUILD)/man/kip.bash $(bashdir)/kip'
DATA = $(shell cd data && find models motions poses skills scenes lessons papers examples tune cluster -type f ! -name '.*' | LC_ALL=C sort)

# A library in a folder that loaders do not know takes its path along.
RPATH = $(if $(filter /lib% /usr/lib%,$(libdir)),, -Wl,-rpath,$${libdir})

KIP_PC = 'prefix=$(prefix)' 'libdir=$(libdir)' 'includedir=$(includedir)' 'pkgdatadir=$(datadir)/kip' '' \
         'Name: kip' 'Description: dynamic characters in plain C' 'Version: $(VERSION)' \
         'Cflags: -I$${includedir}/kip' 'Libs: -L$${libdir}$(RPATH) -lkip' 'Libs.private: $(LDLIBS)'

$(BUILD)/kip.pc: force
	@mkdir -p $(@D)
	@printf '%s\n' $(KIP_PC) | cmp -s - $@ || printf '%s\n' $(KIP_PC) > $@

install: $(BUILD)/kip $(BUILD)/libkip.a $(BUILD)/$(LINKNAME) $(BUILD)/kip.pc $(PAGES)
	@printf '%s\n' $(INSTALLED) | while read -r mode from to; do \
	    install -d "$(DESTDIR)$${to%/*}" || exit; \
	    if [ $$mode = link ]; then ln -sf "$$from" "$(DESTDIR)$$to"; \
	    else install -m $$mode "$$from" "$(DESTDIR)$$to"; fi || exit; done
	@echo "installed in $(DESTDIR)$(prefix): $(bindir)/kip, man kip, pkg-config kip, data in $(datadir)/kip"

# What install put there; folders of kip's own where nothing else is in them.
uninstall:
	@printf '%s\n' $(INSTALLED) | while read -r mode from to; do rm -f "$(DESTDIR)$$to" || exit; done
	@for own in "$(DESTDIR)$(includedir)/kip" "$(DESTDIR)$(datadir)/kip"; do \
	    [ ! -d "$$own" ] || find "$$own" -depth -type d -exec rmdir {} \; 2>/dev/null; done || true

# The last commit: the same bytes each time.
dist:
	@mkdir -p $(BUILD)
	@git archive --prefix=kip-$(VERSION)/ HEAD > $(BUILD)/kip-$(VERSION).tar
	@gzip -9nf $(BUILD)/kip-$(VERSION).tar
	@echo $(BUILD)/kip-$(VERSION).tar.gz

clean:
	rm -rf build kip

help:
	@echo "make            libkip.a, libkip.so and the program kip (build/, ./kip)"
	@echo "make demo       builds, simulates a fall, writes out/demo.html"
	@echo "make pictures   makes the README's pictures anew (needs Chromium)"
	@echo "make deps       installs Check, which the tests need"
	@echo "make check      runs every test"
	@echo "make pages      asks every page of data, in a browser, whether it shows everybody (needs Chromium)"
	@echo "make fuzz       looks for inputs that break a reader, with clang's libFuzzer [SECONDS=600] [TARGETS=\"mjcf bvh\"]"
	@echo "make long       the solver's accuracy studies at full size, figures printed"
	@echo "make coverage   which lines of the sources the tests run"
	@echo "make sanitizers every unit suite and six scenes under four sanitizers and valgrind: hours"
	@echo "make faults     every allocation and every write of every command fails once"
	@echo "make stops      signals end run, sweep, tune and learn at 50 random moments each, and they go on"
	@echo "make hour       an hour of one character that is pushed: flat memory, a recording that comes again"
	@echo "make mutants    changes the sources at 100 random places: which are seen by a unit suite? [N=60 SEED=2]"
	@echo "make bits       compares hashes of a run between compilers and optimization levels"
	@echo "make mujoco     compares numbers and times with MuJoCo, if it is installed [MODELS=\"a.xml b.xml\"]"
	@echo "make speed      measures, and writes README.md's tables of speed"
	@echo "make bench      times algorithms, steps of many cases, worlds, control, pages in a browser; what else the machine does is not in it"
	@echo "make asan       every test under address and undefined-behaviour sanitizers"
	@echo "make install    to PREFIX (/usr/local); also: bindir libdir includedir datadir mandir bashdir, DESTDIR in front"
	@echo "make uninstall  removes what install with the same folders put there"
	@echo "make dist       the last commit as build/kip-$(VERSION).tar.gz"
	@echo "make clean      removes build/ and ./kip, not what is in out/"
	@echo "Yours to set: CC, OPT, CPPFLAGS, CFLAGS, LDFLAGS, BUILD; CC_FOR_BUILD where CC is another machine's"

-include $(LIB_OBJ:.o=.d) $(CLI_OBJ:.o=.d) $(TEST_OBJ:.o=.d)
