\i platform/postgres/sql/change.sql
