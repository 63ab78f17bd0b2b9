-- One row is one background job with the result of its latest runs, in whichever process they were. The process that
-- ran the job writes it (platform/postgres/job-runs.ts), every ten seconds at most while the runs succeed. Rows are
-- updated so often that half of each page stays free for their new versions.
CREATE TABLE job_run (
  name text PRIMARY KEY,
  last_run_at timestamptz NOT NULL,
  last_duration_ms integer NOT NULL,
  last_failed_at timestamptz,
  last_error text, -- The message of the latest failure, which stays here when later runs succeed.
  failures integer NOT NULL DEFAULT 0 -- Failed runs since the last success.
) WITH (fillfactor = 50);
