\i platform/postgres/sql/job-run.sql
