#!/bin/sh
# Deletes files of a node_modules that only editors, debuggers, the packages' own tests and other databases need. Called by the Containerfile.
set -eu

folder=${1:?the node_modules folder}
find "$folder" -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.tsbuildinfo' \) -delete
find "$folder" -type d -name .yarn -prune -exec rm -rf {} +
rm -rf "$folder/bintrees/test"
# OpenTelemetry has its modules three times. Node.js loads those of build/src.
find "$folder" -type d \( -path '*/@opentelemetry/*/build/esm' -o -path '*/@opentelemetry/*/build/esnext' \) -prune \
  -exec rm -rf {} +
# Prisma has a compiler of queries for each database, in two sizes and two kinds of module. The generated clients load
# one of them, with its loader.
find "$folder/@prisma/client/runtime" -type f -name 'query_compiler_*' \
  ! -name 'query_compiler_fast_bg.postgresql.*mjs' -delete
