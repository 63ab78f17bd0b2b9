#!/bin/bash
# run.sh tests|trials|all [FOLDER]: runs the product on a Citus cluster of this machine (README.md). Exit code 1 when something fails.
# PGBIN and PORT as for cluster.sh; PORT and the nine after it must be free.
set -uo pipefail
usage() { sed -n '2,3s/^# //p' "$0"; exit 2; }
what=${1:-} here=$(cd "$(dirname "$0")" && pwd)
case $what in tests|trials|all) ;; *) usage ;; esac
export PGBIN=${PGBIN:-$(pg_config --bindir)}
port=${PORT:-25440} folder=${2:-$(mktemp -d)} failed=0
chmod 755 "$folder"
cd "$here/../.." && node scripts/build.mjs --if-stale || exit 1
stop_all() {
  for cluster in tests trials; do [ -d "$folder/$cluster" ] && "$here/cluster.sh" stop "$folder/$cluster"; done
  "$here/cluster.sh" stop-plain "$folder/plain" 2> /dev/null
}
trap stop_all EXIT

# The tests of the project that concern reservations, events and webhooks; each file on databases of its own.
if [ "$what" != trials ]; then
  export TEST_DATABASE_URL; TEST_DATABASE_URL=$(AUTOVACUUM=off PORT=$port "$here/cluster.sh" start "$folder/tests") || exit 1
  export TEST_WORKER_URLS=postgresql://postgres@127.0.0.1:$((port + 1)),postgresql://postgres@127.0.0.1:$((port + 2))
  npm run test:all -- --maxWorkers=1 tests/booking tests/administration/disruptions.test.ts tests/administration/operators \
    tests/administration/confirming-after-closures tests/administration/changes.test.ts tests/rest/events.test.ts tests/subscription/subscriptions.test.ts || failed=1
  "$here/cluster.sh" stop "$folder/tests"
fi

# Rates beside one server, and failures under load.
if [ "$what" != tests ]; then
  coordinator=$(PORT=$((port + 4)) "$here/cluster.sh" start "$folder/trials") || exit 1
  plain=$(PORT=$((port + 8)) "$here/cluster.sh" start-plain "$folder/plain") || exit 1
  node --enable-source-maps dist/bench/citus.js --coordinator "$coordinator" --folder "$folder/trials" --plain "$plain" || failed=1
  DATABASE_URL=$coordinator node --enable-source-maps dist/cli/databases/main.js status
fi
exit $failed
