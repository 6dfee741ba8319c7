# kip: GNU make. `make help` lists what can be asked; `make --trace` shows the commands.

CC      ?= cc
OPT     ?= -O3
PREFIX  ?= /usr/local
BUILD   ?= build

WARN = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
# The same bits everywhere: no fast-math, no contraction, and no SLP vectorizer, because gcc 12 makes fused
# multiply-adds in it whatever -ffp-contract says (its bug 107647).
BITS = -ffp-contract=off -fno-tree-slp-vectorize
# CPPFLAGS, CFLAGS and LDFLAGS are yours; these are not to be lost with them.
ALL_CFLAGS = -std=c11 -D_POSIX_C_SOURCE=200809L $(OPT) -fPIC -fno-semantic-interposition $(WARN) $(CPPFLAGS) \
             $(CFLAGS) $(EXTRA) $(BITS) -DKIP_DATA='"$(PREFIX)/share/kip"'
LDLIBS = -lm -lpthread $(if $(filter Linux,$(shell uname)),-ldl)
SONAME = $(if $(filter Linux,$(shell uname)),-Wl$(comma)-soname$(comma)libkip.so)
comma  = ,
VERSION = $(shell sed -n 's/^\#define KIP_VERSION "\(.*\)"/\1/p' src/dynamics/base.h)

LIB_SRC  = $(wildcard src/dynamics/*.c src/control/*.c src/supervisor/*.c src/io/formats/*.c src/io/script/*.c src/io/search/*.c) \
           $(wildcard src/io/pictures/chart*.c src/io/pictures/film*.c src/io/pictures/page*.c)
CLI_SRC  = $(wildcard src/io/cli/*.c)
TEST_SRC = $(wildcard tests/*.c)
HEADERS  = src/kip.h $(shell sed -n 's,^#include "\(.*\)"$$,src/\1,p' src/kip.h)

# Files that become C arrays: player.html is kip_player_html and so on.
PAGE_TEXT = player_html player_css recording_js scene_js camera_js plots_js player_js
HELP_TEXT = $(patsubst src/io/cli/help_%.txt,help_%,$(wildcard src/io/cli/help_*.txt))

LIB_OBJ  = $(LIB_SRC:src/%.c=$(BUILD)/%.o) $(PAGE_TEXT:%=$(BUILD)/text/%.o)
CLI_OBJ  = $(CLI_SRC:src/%.c=$(BUILD)/%.o) $(HELP_TEXT:%=$(BUILD)/text/%.o)
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

.PHONY: all demo pictures pages deps check long bits mujoco bench asan install clean help force
.DELETE_ON_ERROR:
.SECONDARY:

all: $(BUILD)/libkip.a $(BUILD)/libkip.so kip

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

$(BUILD)/libkip.so: $(LIB_OBJ)
	@echo link $@
	@$(CC) $(ALL_CFLAGS) $(LDFLAGS) -shared $(SONAME) -o $@ $^ $(LDLIBS)

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
	@$(CC) $(ALL_CFLAGS) -o $@ $<

EMBED = @mkdir -p $(@D); $(BUILD)/embed kip_$(basename $(@F)) $< > $@

$(BUILD)/text/%_html.c: src/io/pictures/%.html $(BUILD)/embed
	$(EMBED)

$(BUILD)/text/%_css.c: src/io/pictures/%.css $(BUILD)/embed
	$(EMBED)

$(BUILD)/text/%_js.c: src/io/pictures/%.js $(BUILD)/embed
	$(EMBED)

$(BUILD)/text/help_%.c: src/io/cli/help_%.txt $(BUILD)/embed
	$(EMBED)

$(BUILD)/text/%.o: $(BUILD)/text/%.c
	@$(CC) $(ALL_CFLAGS) -c -o $@ $<

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

$(BUILD)/tests/%.o: tests/%.c $(BUILD)/flags
	@pkg-config --exists check 2>/dev/null || { \
	    echo "The tests need Check: make deps, or $(SUDO) $(INSTALL_CHECK)"; exit 1; }
	@mkdir -p $(@D)
	@echo compile $<
	@$(CC) $(ALL_CFLAGS) $(CHECK_CFLAGS) -Isrc -MMD -MP -c -o $@ $<

$(BUILD)/check: $(TEST_OBJ) $(BUILD)/libkip.a
	@echo link $@
	@$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $(TEST_OBJ) $(BUILD)/libkip.a $(CHECK_LIBS) $(LDLIBS)

# The unit tests run beside those of the program; their last line is the last.
check: $(BUILD)/check kip demo
	@$(STRIP) --svg - | cmp - data/pictures/strip.svg || { echo "data/pictures/strip.svg is old: make pictures"; exit 1; }
	@$(BUILD)/check > $(BUILD)/check.log 2>&1 & units=$$!; \
	for test in "layers.sh $(BUILD)/libkip.a" "cli.sh ./kip" "scripts.sh ./kip" "scenes.sh ./kip" "tune.sh ./kip" \
	    "sweep.sh ./kip" "learn.sh ./kip" "convert.sh ./kip" "recording.sh ./kip" "examples.sh ./kip $(BUILD)/libkip.a"; do \
	    sh tests/$$test || failed="$$failed $$test"; done; \
	wait $$units || failed="$$failed units"; \
	cat $(BUILD)/check.log; \
	[ -z "$$failed" ] || { echo "failed:$$failed"; exit 1; }

# Is everybody seen on every page that data makes? Ten minutes.
pages: kip
	sh tests/framing.sh ./kip all

# Long studies: the bars of the solver, with their figures.
long: $(BUILD)/check
	$(BUILD)/check long

# The same hash from gcc and clang at every level, and from musl.
bits:
	sh tests/bits.sh

# Accuracy and time beside MuJoCo, where it is installed.
mujoco: $(BUILD)/libkip.a
	@sh tests/mujoco/run.sh $(BUILD)/libkip.a $(MODELS)

asan:
	$(MAKE) BUILD=build/asan OPT="-O1 -g" EXTRA="-fsanitize=address,undefined -fno-sanitize-recover=all" \
	    build/asan/check build/asan/kip
	@sh tests/cli.sh build/asan/kip & cli=$$!; \
	sed -n 's/.*suite_create("\(.*\)").*/\1/p' tests/*.c | tr '\n' '\0' | \
	    xargs -0 -P 2 -I NAME env CK_FORK=no CK_RUN_SUITE=NAME build/asan/check && wait $$cli

bench: kip
	./kip bench
	@sh tests/bench_page.sh ./kip

# -- the rest ----------------------------------------------------------------------------------------------------

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/pkgconfig
	install -m 755 $(BUILD)/kip $(DESTDIR)$(PREFIX)/bin/kip
	install -m 644 $(BUILD)/libkip.a $(DESTDIR)$(PREFIX)/lib
	install -m 755 $(BUILD)/libkip.so $(DESTDIR)$(PREFIX)/lib
	@for file in $$(cd data && find models poses skills scenes papers examples cluster -type f); do \
	    install -d $(DESTDIR)$(PREFIX)/share/kip/$$(dirname $$file); \
	    install -m 644 data/$$file $(DESTDIR)$(PREFIX)/share/kip/$$file; done
	@for header in $(HEADERS:src/%=%); do \
	    install -d $(DESTDIR)$(PREFIX)/include/kip/$$(dirname $$header); \
	    install -m 644 src/$$header $(DESTDIR)$(PREFIX)/include/kip/$$header; done
	@printf '%s\n' 'Name: kip' 'Description: dynamic characters in plain C' 'Version: $(VERSION)' \
	    'Cflags: -I$(PREFIX)/include/kip' 'Libs: -L$(PREFIX)/lib -Wl,-rpath,$(PREFIX)/lib -lkip -lm -lpthread' \
	    > $(DESTDIR)$(PREFIX)/lib/pkgconfig/kip.pc

clean:
	rm -rf build kip out

help:
	@echo "make            libkip.a, libkip.so and the program kip (build/, ./kip)"
	@echo "make demo       builds, simulates a fall, writes out/demo.html"
	@echo "make pictures   makes the README's pictures anew (needs Chromium)"
	@echo "make deps       installs Check, which the tests need"
	@echo "make check      runs every test"
	@echo "make pages      asks every page of data, in a browser, whether it shows everybody (needs Chromium)"
	@echo "make long       the solver's accuracy studies at full size, figures printed"
	@echo "make bits       compares hashes of a run between compilers and optimization levels"
	@echo "make mujoco     compares numbers and times with MuJoCo, if it is installed [MODELS=\"a.xml b.xml\"]"
	@echo "make bench      times forward and inverse dynamics, mass matrix, chains, a step, pages in a browser"
	@echo "make asan       every test under address and undefined-behaviour sanitizers"
	@echo "make install    to PREFIX (/usr/local), with DESTDIR for packagers"
	@echo "make clean      removes build/, out/ and ./kip"

-include $(LIB_OBJ:.o=.d) $(CLI_OBJ:.o=.d) $(TEST_OBJ:.o=.d)
