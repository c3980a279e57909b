# Building, testing and installing Chuhe. `make help` lists what there is to make.

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
DESTDIR ?=
CARGO ?= cargo
PYTHON ?= /usr/bin/python3

ID := io.github.chuhe.Chuhe
VERSION := $(shell sed -n 's/^version = "\(.*\)"$$/\1/p' Cargo.toml)
# The oldest Rust that is promised.
MSRV := $(shell sed -n 's/^rust-version = "\(.*\)"$$/\1/p' Cargo.toml)
# A folder in this one goes by its name alone: the way here may have blanks, which rules cannot have.
TARGET := $(or $(subst |,,$(subst |$(CURDIR)/,,|$(CARGO_TARGET_DIR))),target)
$(if $(word 2,$(TARGET)),$(error CARGO_TARGET_DIR is "$(TARGET)", and make cannot work with blanks in it: choose a folder without))
BINARY := $(TARGET)/release/chuhe
SOURCES := Cargo.toml Cargo.lock $(shell find src resources -type f)
# Catalogues lie beside the program as they do where it is installed: in share/locale next to its folder.
CATALOGUES := $(patsubst data/po/%.po,share/locale/%/LC_MESSAGES/chuhe.mo,$(wildcard data/po/*.po))

# One place for what is built, whoever asks cargo for it.
export CARGO_TARGET_DIR := $(abspath $(TARGET))

.PHONY: build catalogues run check test test-smoke test-all test-desktops soak fuzz bench match install uninstall deb \
	dist flatpak-sources deny msrv changelog messages clean help
.DEFAULT_GOAL := build

build: $(BINARY) catalogues ## Build the program in release (the default)

# Made again only when a source is newer, so that `sudo make install` finds it ready and builds nothing as root.
# It is as old as the beginning of its build, so that a source changed meanwhile is newer.
$(BINARY): $(SOURCES)
	@command -v $(CARGO) >/dev/null || { echo "$(CARGO) is not in PATH: build first, with 'make' and without sudo." >&2; exit 1; }
	@mkdir -p $(TARGET) && touch $(TARGET)/began
	$(CARGO) build --release --locked
	@touch -c -r $(TARGET)/began $@

catalogues: $(addprefix $(TARGET)/,$(CATALOGUES))

$(TARGET)/share/locale/%/LC_MESSAGES/chuhe.mo: data/po/%.po
	@mkdir -p $(@D)
	msgfmt --check --output-file=$@ $<

# What the system has to have for this, which is said before anything is installed.
deps-%:
	@CARGO="$(CARGO)" tests/deps $*

run: deps-build ## Install what the program needs, build it, start it (ARGS='game.xiangqi')
	@$(MAKE) --no-print-directory -s build
	$(BINARY) $(ARGS)

# ---- Tests: tests/run says what is in each plan ----

tested = CARGO="$(CARGO)" PYTHON="$(PYTHON)" tests/run

check: deps-test ## The loop while you work: format, lints, pure tests, a dozen tests of the window
	@$(tested) check

test: deps-test catalogues ## Install what the tests need, and run all that protect this release of the desktop
	@$(tested) test

test-smoke: deps-desktops deb ## The package, here and on Debian 13 and sid, and a game there (as root)
	@$(tested) smoke

test-all: deps-desktops deb ## Run every test there is, on Debian 13 and sid too, before a release or by night (as root)
	@$(tested) all

test-desktops: deps-desktops deb ## Run all tests of the window on Debian 13 and sid (as root)
	@$(tested) desktops

soak: deps-test build ## Play 300 games of any moves in the window (GAMES=300), for half an hour at least
	CHUHE_SOAK_GAMES=$(or $(GAMES),300) tests/headless $(PYTHON) tests/e2e/test_soak.py "$(abspath $(BINARY))"

fuzz: deps-build build ## Feed damaged files to each reader for TIME seconds (TIME=60); needs g++
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

SHARE := $(DESTDIR)$(PREFIX)/share
# Debian's zsh looks for completions of packages in another folder.
ZSH_FUNCTIONS ?= zsh/site-functions
# What is installed below share, each from its place here: FROM:TO.
DATA := data/chuhe.6:man/man6/chuhe.6 data/$(ID).desktop:applications/$(ID).desktop \
	data/$(ID).metainfo.xml:metainfo/$(ID).metainfo.xml data/$(ID).mime.xml:mime/packages/$(ID).xml \
	data/completions/chuhe:bash-completion/completions/chuhe data/completions/_chuhe:$(ZSH_FUNCTIONS)/_chuhe \
	data/completions/chuhe.fish:fish/vendor_completions.d/chuhe.fish \
	$(foreach icon,$(wildcard data/icons/hicolor/*/*/*.svg),$(icon):$(icon:data/%=%)) \
	$(foreach catalogue,$(CATALOGUES),$(TARGET)/$(catalogue):$(catalogue:share/%=%))

install: $(BINARY) catalogues ## Install the built program below PREFIX (/usr/local), inside DESTDIR
	install -D -m 755 $(BINARY) "$(DESTDIR)$(BINDIR)/chuhe"
	@for file in $(DATA); do install -D -m 644 "$${file%%:*}" "$(SHARE)/$${file#*:}" || exit 1; done
	sed -i 's|^Exec=chuhe|Exec=$(BINDIR)/chuhe|' "$(SHARE)/applications/$(ID).desktop"
	@[ -n "$(DESTDIR)" ] || build-aux/refresh-caches "$(SHARE)"

uninstall: ## Remove what install put there
	rm -f "$(DESTDIR)$(BINDIR)/chuhe"
	@for file in $(DATA); do rm -f "$(SHARE)/$${file#*:}" || exit 1; done
	@[ -n "$(DESTDIR)" ] || build-aux/refresh-caches "$(SHARE)"
	@[ ! -d "$(SHARE)" ] || { cd "$(SHARE)" && for file in $(DATA); do to=$${file#*:}; rmdir -p $${to%/*} 2>/dev/null || :; done; }

# ---- Releases: their version is that of Cargo.toml, their notes are those of the metainfo ----

# Debian has games in a folder of their own.
deb: deps-deb build ## Build a Debian package from the built program
	rm -rf $(TARGET)/deb
	@$(MAKE) --no-print-directory -s install DESTDIR="$(abspath $(TARGET))/deb" PREFIX=/usr BINDIR=/usr/games ZSH_FUNCTIONS=zsh/vendor-completions
	$(PYTHON) build-aux/debian-package $(TARGET)/deb $(TARGET)

dist: ## Build a source archive of the last commit, with every crate in it, that builds without a network
	@mkdir -p $(TARGET)
	$(PYTHON) build-aux/archive.py $(TARGET)/chuhe-$(VERSION).tar.xz

flatpak-sources: ## Bring the crates of the Flatpak up to date with Cargo.lock
	$(PYTHON) build-aux/cargo-sources data/flatpak/cargo-sources.json

# Not in `make test`: cargo-deny takes longer to build than the program, and asks for the list of known holes of the day.
# What it says of licenses and sources tests/release.py asks as well. DENY='--offline' takes the list of the last time.
deny: ## Check the crates before a release: known holes, licenses, sources (installs cargo-deny)
	@command -v cargo-deny >/dev/null || $(CARGO) install --locked cargo-deny
	$(CARGO) deny --locked $(DENY) check

msrv: deps-build ## Check that the oldest promised Rust compiles everything (installs it)
	rustup toolchain install --profile minimal $(MSRV)
	rustup run $(MSRV) cargo check --locked --all-targets --target-dir $(TARGET)/msrv

changelog: ## Write CHANGELOG.md from the release notes in the metainfo
	$(PYTHON) build-aux/releases.py >CHANGELOG.md

messages: ## Collect the messages of the program and bring data/po up to date with them
	@mkdir -p $(TARGET)
	build-aux/messages $(TARGET)/chuhe.pot

clean: ## Remove everything that was built
	$(CARGO) clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-15s %s\n", $$1, $$2 }' Makefile
