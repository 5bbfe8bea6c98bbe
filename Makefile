# What one does with this repository. `make help` lists it.

PREFIX ?= /usr/local
BOOKS ?= 50000
SECONDS ?= 60

# The same flags for the build and the run of the tests, or the second would build all again. Without debug
# information, DEBUG_INFO=none, the build takes a tenth less.
DEBUG_INFO ?= dwarf
TEST_FLAGS := -Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error \
	-debug-info-format $(DEBUG_INFO)
RELEASE := .build/release
SOURCES := Sources Plugins Tests Package.swift

.PHONY: help deps build test test-plugins test-package torture fuzz demo bench bench-growth bench-source needs-python large-store install dist test-dist format lint-format clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

deps: ## Check for Swift and the C libraries, and install the libraries with apt-get if missing
	@.ci/dependencies

build: ## Build both commands, optimised, to .build/release
	@.ci/build

test: deps ## Build everything with warnings as errors, and run every test
	swift build $(TEST_FLAGS) --build-tests
	swift test $(TEST_FLAGS)

test-plugins: ## Try the package plugins in a package of their own, with the command from 'make test'
	@.ci/test-plugins

test-package: deps ## Build a package that depends on a version of MigrateKit, and let it migrate a store
	@.ci/test-package

.PHONY: test-install
test-install: ## Install what 'make test' built to a folder of its own, and run it from elsewhere
	@.ci/test-install

.PHONY: report test-report
report: deps ## Write a page about Epilogue's models to .build/report.html
	swift build $(TEST_FLAGS) --product migrate
	@.build/debug/migrate report --schemas Schemas/Epilogue --output .build/report.html
	@echo "open .build/report.html"

test-report: ## Open the page of 'migrate report' in Chromium, where there is one, with what 'make test' built
	@.ci/test-report

torture: deps ## Let everything go wrong, on purpose, and count what is survived
	swift build $(TEST_FLAGS) --build-tests
	@.ci/torture $(TEST_FLAGS)

fuzz: deps ## Feed every reader with what libFuzzer makes up, SECONDS=60 each
	@.ci/fuzz $(SECONDS) $(READERS)

demo: deps ## Take a store with sample data from version 1 to 4, and back from its backup
	swift build $(TEST_FLAGS) --product migrate
	@MIGRATE=.build/debug/migrate Examples/epilogue-demo.sh

bench: needs-python build ## Time everything beside its peers; BENCH=small, medium (300 MB), large or peers
	@MIGRATE=$(RELEASE)/migrate python3 Benchmarks/bench.py

bench-growth: needs-python build ## Time a store of 10,000 to 1,000,000 rows, models and chains of many sizes
	@MIGRATE=$(RELEASE)/migrate python3 Benchmarks/growth.py

needs-python:
	@command -v python3 >/dev/null || { \
	  echo "error: the benchmarks need python3, which is not on the PATH" >&2; exit 1; }

large-store: build ## Migrate a million rows, and compare them by other means; BOOKS=1000 for fewer
	@MIGRATE=$(RELEASE)/migrate BOOKS=$(BOOKS) Examples/large-store.sh

bench-source: ## Time a lint of 100,000 lines of Swift, beside 'swift format lint'
	@$(MAKE) --no-print-directory bench BENCH=small ROUNDS=5 FIGURES='lint of'

install: build ## Install the commands to PREFIX/bin, /usr/local/bin by default
	@.ci/install "$(DESTDIR)$(PREFIX)" $(RELEASE)

dist: build ## Write an archive for this platform, with its SHA-256, to .build/dist
	@.ci/dist $(RELEASE) .build/dist

test-dist: dist ## Install the archive in a bare root without Swift, and run it there
	@.ci/test-dist

.PHONY: site prose
site: ## Build the site of the documentation to .build/site/html; a dead link is an error
	@.ci/site

prose: ## List the sentences of the pages that have more than 35 words
	@.ci/prose

format: ## Format every Swift file in place
	swift format --in-place --recursive $(SOURCES)

lint-format: ## Check the format and the documentation comments of every Swift file
	swift format lint --strict --recursive $(SOURCES)

clean: ## Remove what was built
	rm -rf .build
