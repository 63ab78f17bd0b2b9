\i platform/postgres/sql/grow-version.sql
