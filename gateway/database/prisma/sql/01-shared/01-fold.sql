\i platform/postgres/sql/fold.sql
