#!/usr/bin/env bash
# What a team runs on every change of its schema files, and what it looks like when it fails.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

say "Everything about a sound model, its migrations tried on sample data: exit status 0"
run migrate check --schemas Schemas/Study

say "A model with relationships that nothing ties together: notes, for it was released so"
run migrate check --schemas Schemas/TwinMind --only lint

say "The same before a release: exit status 1, every place named"
run mkdir Begun
run cp Schemas/TwinMind/V1.yaml Begun
run_expecting 1 migrate check --schemas Begun --only lint

say "The same for a program to read"
run_expecting 1 migrate lint Begun/V1.yaml --format json

say "Why a rule is there, and what to write instead"
run migrate explain missing-inverse

say "What a release changes, for the description of the pull request"
run migrate diff Schemas/Study/V1.0.0.yaml Schemas/Study/V1.1.0.yaml --format markdown

say "And a rehearsal: a store with awkward sample data goes through the new version"
run migrate create rehearsal.store --schemas Schemas/Study --version 1.0.0 --sample 100 --seed 1
run migrate apply rehearsal.store --schemas Schemas/Study
run migrate verify rehearsal.store --schemas Schemas/Study
