#!/usr/bin/env bash
# Everything that must hold before a change lands: formatting, lints, the rules of the house, every test.
# Needs the Rust toolchain; the test of the Hugging Face loader also wants Python with pip and is skipped without.
set -euo pipefail
cd "$(dirname "$0")"
# Built once and thrown away: what would speed up a second build only fills the disk.
export CARGO_INCREMENTAL=0
cargo fmt --all --check
cargo clippy --workspace --all-targets -- --deny warnings
cargo xtask tidy
cargo test --workspace
