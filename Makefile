# Building, running, testing and installing Chuhe. `make help` lists what there is to make.

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
DESTDIR ?=
CARGO ?= cargo
PYTHON ?= /usr/bin/python3

# ---- What has to be on the system, by its names in Debian and Ubuntu; README.md has those of others ----

PACKAGES := gcc pkg-config libgtk-4-dev libadwaita-1-dev librsvg2-common gettext
DEB_PACKAGES := $(PACKAGES) dpkg-dev
TEST_PACKAGES := $(DEB_PACKAGES) lintian python3-yaml \
	xvfb xdotool dbus dbus-daemon at-spi2-core python3-gi python3-dbus openbox imagemagick \
	fonts-noto-cjk fonts-cantarell adwaita-icon-theme libglib2.0-bin \
	desktop-file-utils appstream shared-mime-info librsvg2-bin libxml2-utils poppler-utils xclip x11-utils python3-polib gir1.2-pango-1.0 man-db \
	debootstrap
BENCH_PACKAGES := $(TEST_PACKAGES) fairy-stockfish gnome-chess

# ---- Where things are ----

ID := io.github.chuhe.Chuhe
VERSION := $(shell sed -n 's/^version = "\(.*\)"$$/\1/p' Cargo.toml)
# A folder in this one goes by its name alone: the way here may have blanks, which rules cannot have.
TARGET := $(or $(subst |,,$(subst |$(CURDIR)/,,|$(CARGO_TARGET_DIR))),target)
$(if $(word 2,$(TARGET)),$(error CARGO_TARGET_DIR is "$(TARGET)", and make cannot work with blanks in it: choose a folder without))
BINARY := $(TARGET)/release/chuhe
SOURCES := Cargo.toml Cargo.lock $(shell find src resources -type f)
LOG := $(TARGET)/tests.log

# One place for what is built, whoever asks cargo for it.
export CARGO_TARGET_DIR := $(abspath $(TARGET))
# Where tests leave their pictures.
export CHUHE_SCREENSHOTS := $(abspath $(TARGET))/screenshots

# Catalogues lie beside the program as they do where it is installed: in share/locale next to its folder.
LANGUAGES := $(patsubst data/po/%.po,%,$(wildcard data/po/*.po))
CATALOGUES := $(LANGUAGES:%=share/locale/%/LC_MESSAGES/chuhe.mo)

.PHONY: build run check test test-smoke test-all test-desktops compiled driven soak stalls fuzz bench match messages install uninstall deb \
	dist flatpak-sources deny msrv changelog deps deps-test deps-deb deps-bench rust clean help
.DEFAULT_GOAL := build

build: $(BINARY) $(addprefix $(TARGET)/,$(CATALOGUES)) ## Build the program in release (the default)

# Made again only when a source is newer, so that `sudo make install` finds it ready and builds nothing as root.
# It is as old as the beginning of its build, so that a source changed meanwhile is newer.
$(BINARY): $(SOURCES)
	@command -v $(CARGO) >/dev/null || { echo "$(CARGO) is not in PATH: build first, with 'make' and without sudo." >&2; exit 1; }
	@mkdir -p $(TARGET) && touch $(TARGET)/began
	$(CARGO) build --release --locked
	@touch -c -r $(TARGET)/began $@

$(TARGET)/share/locale/%/LC_MESSAGES/chuhe.mo: data/po/%.po
	@mkdir -p $(@D)
	msgfmt --check --output-file=$@ $<

# What is new in a catalogue is empty: a guess that nobody has read is worse than English.
messages: ## Collect the messages of the program and bring data/po up to date with them
	@mkdir -p $(TARGET)
	data/po/collect $(TARGET)/chuhe.pot
	@for po in $(wildcard data/po/*.po); do \
		msgmerge --quiet --update --add-location=file --backup=none --no-fuzzy-matching --no-wrap --sort-by-file $$po $(TARGET)/chuhe.pot || exit 1; \
		msgattrib --no-obsolete --no-wrap --sort-by-file --output-file=$$po $$po || exit 1; \
		printf '%s: ' $$po; msgfmt --statistics --output-file=/dev/null $$po 2>&1 || exit 1; \
	done

run: deps ## Install what the program needs, build it, start it (ARGS='game.xiangqi')
	@$(MAKE) --no-print-directory -s build
	$(BINARY) $(ARGS)

# ---- Tests ----

# Every step adds its figures to the log; `tests/tally LOG` sums them up.
TALLY := tests/tally $(LOG)
begin_tests = @mkdir -p $(TARGET) "$(CHUHE_SCREENSHOTS)" && : >$(LOG)
# $(call tested,PROGRAM,SETS): run these sets of tests/run, and sum up.
tested = @BINARY="$(abspath $(TARGET))/$(1)/chuhe" LOG="$(abspath $(LOG))" CARGO="$(CARGO)" PYTHON="$(PYTHON)" tests/run $(2) || { $(TALLY); exit 1; }; $(TALLY)

test: deps-test rust ## Install what the tests need, and run all that protect this release of the desktop
	$(begin_tests)
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target compiled driven $(addprefix $(TARGET)/,$(CATALOGUES))
	$(call tested,e2e,code window)

check: deps-test rust ## The loop while you work: format, lints, pure tests, a dozen tests of the window
	$(begin_tests)
	$(TALLY) $(CARGO) fmt --check
	$(TALLY) $(CARGO) clippy --locked --all-targets -- -D warnings
	$(TALLY) $(CARGO) test --locked --no-default-features --lib
	$(CARGO) build --locked
	$(call tested,debug,loop)

test-smoke: deps-test deb ## The package, here and on Debian 13 and sid, and a game there (as root)
	@mkdir -p "$(CHUHE_SCREENSHOTS)" && touch $(LOG)
	$(call tested,release,package smoke)

test-all: deps-test rust ## Run every test there is, on Debian 13 and sid too, before a release or by night (as root)
	$(begin_tests)
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target compiled deb
	$(call tested,release,code window package desktops wayland)

test-desktops: deps-test deb ## Run all tests of the window on Debian 13 and sid (as root, some 25 minutes)
	$(begin_tests)
	$(call tested,release,everywhere wayland)

# What the compiler says.
compiled:
	$(TALLY) $(CARGO) fmt --check
	$(TALLY) $(CARGO) check --locked --no-default-features --all-targets
	$(TALLY) $(CARGO) clippy --locked --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(TALLY) $(CARGO) doc --locked --no-deps
	$(CARGO) test --locked --no-run --quiet

# The program that tests of the window drive.
driven:
	$(CARGO) build --locked --profile e2e

soak: deps-test build ## Play 300 games of any moves in the window (GAMES=300), for half an hour at least
	CHUHE_SOAK_GAMES=$(or $(GAMES),300) tests/headless $(PYTHON) tests/e2e/test_soak.py "$(abspath $(BINARY))"

stalls: deps-test build ## Measure how long texts of n, 2n and 4n letters keep the window busy at a time
	tests/headless $(PYTHON) tests/e2e/stalls.py "$(abspath $(BINARY))"

fuzz: deps build ## Feed damaged files to each reader for TIME seconds (TIME=60); needs g++
	TIME="$(TIME)" FUZZ="$(abspath $(TARGET))/fuzz" CARGO="$(CARGO)" fuzz/run $(BINARY)

bench: deps-bench build ## Measure speed, next to fairy-stockfish and gnome-chess; check deep counts of moves and long mates
	$(CARGO) test --locked --release --no-default-features --test pure -- --include-ignored perft mates
	PATH="$$PATH:/usr/games" tests/headless $(CARGO) bench --locked
	$(PYTHON) benches/remote.py "$(abspath $(BINARY))"

# Players and limits are described in benches/games/main.rs.
match: deps-bench ## Play 400 games against fairy-stockfish, 100 ms a move (GAMES=400 FIRST=chuhe:time=100 SECOND=...)
	$(CARGO) bench --locked --no-default-features --bench games -- $(or $(GAMES),400) $(or $(FIRST),chuhe:time=100) \
		$(or $(SECOND),uci:time=100:/usr/games/fairy-stockfish)

# ---- Installing ----

BIN := $(DESTDIR)$(BINDIR)
SHARE := $(DESTDIR)$(PREFIX)/share
ICONS := $(SHARE)/icons/hicolor
# What lies under data/icons/hicolor is installed under the same names.
ICON_FILES := $(patsubst data/icons/hicolor/%,%,$(wildcard data/icons/hicolor/*/*/*.svg))
# Completions of the command line; Debian's zsh looks for those of packages in another folder.
ZSH_FUNCTIONS ?= zsh/site-functions
COMPLETIONS := bash-completion/completions/chuhe $(ZSH_FUNCTIONS)/_chuhe fish/vendor_completions.d/chuhe.fish
INSTALLED := "$(BIN)/chuhe" "$(SHARE)/man/man6/chuhe.6" $(COMPLETIONS:%="$(SHARE)/%") "$(SHARE)/applications/$(ID).desktop" \
	"$(SHARE)/metainfo/$(ID).metainfo.xml" "$(SHARE)/mime/packages/$(ID).xml" \
	$(ICON_FILES:%="$(ICONS)/%") $(CATALOGUES:%="$(DESTDIR)$(PREFIX)/%")

install: $(BINARY) $(addprefix $(TARGET)/,$(CATALOGUES)) ## Install the built program below PREFIX (/usr/local), inside DESTDIR
	install -D -m 755 $(BINARY) "$(BIN)/chuhe"
	install -D -m 644 data/chuhe.6 "$(SHARE)/man/man6/chuhe.6"
	for file in $(COMPLETIONS); do install -D -m 644 data/completions/$${file##*/} "$(SHARE)/$$file" || exit 1; done
	install -D -m 644 data/$(ID).desktop "$(SHARE)/applications/$(ID).desktop"
	sed -i 's|^Exec=chuhe|Exec=$(BINDIR)/chuhe|' "$(SHARE)/applications/$(ID).desktop"
	install -D -m 644 data/$(ID).metainfo.xml "$(SHARE)/metainfo/$(ID).metainfo.xml"
	install -D -m 644 data/$(ID).mime.xml "$(SHARE)/mime/packages/$(ID).xml"
	for icon in $(ICON_FILES); do install -D -m 644 data/icons/hicolor/$$icon "$(ICONS)/$$icon" || exit 1; done
	for catalogue in $(CATALOGUES); do \
		install -D -m 644 $(TARGET)/$$catalogue "$(DESTDIR)$(PREFIX)/$$catalogue" || exit 1; \
	done
	$(refresh)

uninstall: ## Remove what install put there
	rm -f $(INSTALLED)
	$(refresh)
	$(sweep)

# Caches are brought up to date on a running system only: a package's DESTDIR gets none.
ran = if command -v $(firstword $(1)) >/dev/null; then $(1) >/dev/null || exit 1; fi
define refresh
@[ -n "$(DESTDIR)" ] || { \
	[ ! -d "$(SHARE)/applications" ] || { $(call ran,update-desktop-database -q "$(SHARE)/applications"); }; \
	[ ! -d "$(SHARE)/mime/packages" ] || { $(call ran,update-mime-database "$(SHARE)/mime"); }; \
	[ ! -d "$(ICONS)" ] || { $(call ran,gtk-update-icon-cache -qtf "$(ICONS)"); }; \
}
endef

# Directories that have become empty go, and so do caches of nothing.
MIME_CACHES := aliases generic-icons globs globs2 icons magic mime.cache subclasses treemagic types version XMLnamespaces
define sweep
@for language in $(LANGUAGES); do rmdir "$(SHARE)/locale/$$language/LC_MESSAGES" "$(SHARE)/locale/$$language" 2>/dev/null || :; done; \
for icon in $(ICON_FILES); do rmdir "$(ICONS)/$${icon%/*}" "$(ICONS)/$${icon%%/*}" 2>/dev/null || :; done; \
for file in $(COMPLETIONS); do rmdir "$(SHARE)/$${file%/*}" "$(SHARE)/$${file%%/*}" 2>/dev/null || :; done; \
[ "$$(ls "$(ICONS)" 2>/dev/null)" != icon-theme.cache ] || rm -f "$(ICONS)/icon-theme.cache"; \
[ "$$(ls "$(SHARE)/applications" 2>/dev/null)" != mimeinfo.cache ] || rm -f "$(SHARE)/applications/mimeinfo.cache"; \
rmdir "$(SHARE)/mime/packages" 2>/dev/null && (cd "$(SHARE)/mime" && rm -f $(MIME_CACHES)); \
rmdir "$(SHARE)/mime/application" "$(SHARE)/mime" "$(ICONS)" "$(SHARE)/icons" \
	"$(SHARE)/locale" "$(SHARE)/man/man6" "$(SHARE)/man" "$(SHARE)/applications" "$(SHARE)/metainfo" 2>/dev/null || :
endef

# ---- Releases: their version is that of Cargo.toml, their notes are those of the metainfo ----

# Debian has games in a folder of their own.
deb: deps-deb build ## Build a Debian package from the built program
	rm -rf $(TARGET)/deb
	@$(MAKE) --no-print-directory -s install DESTDIR="$(abspath $(TARGET))/deb" PREFIX=/usr BINDIR=/usr/games ZSH_FUNCTIONS=zsh/vendor-completions
	$(PYTHON) build-aux/debian-package $(TARGET)/deb $(TARGET)

dist: ## Build a source archive of the last commit, with every crate in it, that builds without a network
	@mkdir -p $(TARGET)
	$(PYTHON) build-aux/archive.py $(TARGET)/chuhe-$(VERSION).tar.xz

# A build asks for nothing but what it holds: each crate of Cargo.lock with its checksum.
flatpak-sources: ## Bring the crates of the Flatpak up to date with Cargo.lock
	$(PYTHON) build-aux/cargo-sources data/flatpak/cargo-sources.json

# Not in `make test`: cargo-deny takes longer to build than the program, and asks for the list of known holes of the day.
# What it says of licenses and sources tests/release.py asks as well. DENY='--offline' takes the list of the last time.
deny: rust ## Check the crates before a release: known holes, licenses, sources (installs cargo-deny)
	@command -v cargo-deny >/dev/null || $(CARGO) install --locked cargo-deny
	$(CARGO) deny --locked $(DENY) check

# The oldest Rust that is promised; rustup installs it.
MSRV := $(shell sed -n 's/^rust-version = "\(.*\)"$$/\1/p' Cargo.toml)
msrv: deps ## Check that the oldest promised Rust compiles everything (installs it)
	rustup toolchain install --profile minimal $(MSRV)
	rustup run $(MSRV) cargo check --locked --all-targets --target-dir $(TARGET)/msrv

changelog: ## Write CHANGELOG.md from the release notes in the metainfo
	$(PYTHON) build-aux/releases.py >CHANGELOG.md

# ---- System packages ----

# $(call packages,LIST): install those of the list that are missing, where there is apt-get; name them elsewhere.
define packages
@if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then \
	missing=; \
	for package in $(1); do \
		dpkg-query -W -f='$${db:Status-Status}\n' $$package 2>/dev/null | grep -qx installed || missing="$$missing $$package"; \
	done; \
	[ -n "$$missing" ] || exit 0; \
	as_root=; \
	if [ "$$(id -u)" != 0 ]; then \
		command -v sudo >/dev/null || { echo "As root, please run: apt-get install$$missing" >&2; exit 1; }; \
		as_root=sudo; \
	fi; \
	echo "Installing:$$missing"; \
	$$as_root apt-get update; \
	$$as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends $$missing; \
else \
	echo "There is no apt-get here. What is needed, by its names in Debian (README.md has others):"; \
	echo "  $(strip $(1))"; \
fi
endef

deps: ## Install the system packages that building and playing need
	$(call packages,$(PACKAGES))
	@pkg-config --exists 'gtk4 >= 4.8' 'libadwaita-1 >= 1.2' || { \
		echo "Chuhe needs GTK 4.8 and libadwaita 1.2 or newer with their development files; pkg-config does not find them." >&2; \
		exit 1; \
	}

deps-test: deps ## Install the system packages that the tests need as well
	$(call packages,$(TEST_PACKAGES))

deps-deb: deps
	$(call packages,$(DEB_PACKAGES))

deps-bench: deps ## Install the system packages that the measurements need as well
	$(call packages,$(BENCH_PACKAGES))

# A minimal Rust lacks the formatter and the linter.
rust:
	@$(CARGO) fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@$(CARGO) clippy --version >/dev/null 2>&1 || rustup component add clippy

clean: ## Remove everything that was built
	$(CARGO) clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-15s %s\n", $$1, $$2 }' Makefile
