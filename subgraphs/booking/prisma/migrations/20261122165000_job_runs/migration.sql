-- What became of the latest runs of each job, of whichever process.
CREATE TABLE job_run (
  name text PRIMARY KEY,
  last_run_at timestamptz NOT NULL,
  last_duration_ms integer NOT NULL,
  last_failed_at timestamptz,
  last_error text,
  -- Since the last success.
  failures integer NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
