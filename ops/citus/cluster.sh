#!/bin/bash
# cluster.sh start|stop FOLDER: a Citus cluster of a coordinator and two workers on loopback, in a folder of its own;
# start-plain|stop-plain FOLDER: one server without the extension, to compare with.
# PGBIN: the folder of initdb and pg_ctl of a PostgreSQL with the extension; PORT: of the coordinator, the workers have the next two.
# PostgreSQL refuses to run as root: for root it runs as the user postgres.
set -euo pipefail
usage() { sed -n '2,5s/^# //p' "$0"; exit 2; }
what=${1:-} folder=${2:-}
[ -n "$folder" ] || usage
PGBIN=${PGBIN:-$(pg_config --bindir)} PORT=${PORT:-25440}
as_owner() { if [ "$(id -u)" = 0 ]; then su postgres -c "$*"; else bash -c "$*"; fi; }
sql() { "$PGBIN/psql" -X -q -At -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$1" -U postgres "${@:2}"; }

initialize() {
  as_owner "$PGBIN/initdb -D $1 -A trust -U postgres -E UTF8 --locale=C.UTF-8" > /dev/null
  cat >> "$1/postgresql.conf" <<END
listen_addresses = '127.0.0.1'
port = $2
unix_socket_directories = '$folder'
max_connections = 300
wal_level = logical
autovacuum = ${AUTOVACUUM:-on}
END
}
prepare_node() {
  initialize "$1" "$2"
  cat >> "$1/postgresql.conf" <<END
max_prepared_transactions = 300
max_worker_processes = 100
shared_preload_libraries = 'citus'
citus.recover_2pc_interval = '5s'
END
}
stop_node() {
  if [ -e "$1/postmaster.pid" ]; then as_owner "$PGBIN/pg_ctl -D $1 -m fast stop" > /dev/null; fi
}
run_node() {
  "$PGBIN/pg_isready" -q -h 127.0.0.1 -p "$2" || as_owner "$PGBIN/pg_ctl -D $1 -l $1.log -w start" > /dev/null
}
make_folder() {
  mkdir -p "$folder"
  if [ "$(id -u)" = 0 ]; then chown postgres "$folder"; fi
}

case $what in
start)
  make_folder
  isNew=
  for node in 0 1 2; do
    data=$folder/node$node
    if [ ! -e "$data/PG_VERSION" ]; then prepare_node "$data" $((PORT + node)); isNew=1; fi
    run_node "$data" $((PORT + node))
  done
  if [ -n "$isNew" ]; then
    for node in 0 1 2; do
      sql $((PORT + node)) postgres -c 'CREATE DATABASE booking'
      sql $((PORT + node)) booking -c 'CREATE EXTENSION citus'
    done
    sql "$PORT" booking -c "SELECT citus_set_coordinator_host('127.0.0.1', $PORT)" > /dev/null
    for node in 1 2; do sql "$PORT" booking -c "SELECT citus_add_node('127.0.0.1', $((PORT + node)))" > /dev/null; done
  fi
  echo "postgresql://postgres@127.0.0.1:$PORT" ;;
stop)
  for node in 0 1 2; do stop_node "$folder/node$node" || true; done ;;
start-plain)
  make_folder
  if [ ! -e "$folder/plain/PG_VERSION" ]; then initialize "$folder/plain" "$PORT"; fi
  run_node "$folder/plain" "$PORT"
  echo "postgresql://postgres@127.0.0.1:$PORT" ;;
stop-plain) stop_node "$folder/plain" ;;
*) usage ;;
esac
