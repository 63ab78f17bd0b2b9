-- The latest runs of each background job. The process that ran the job writes the row (platform/postgres/job-runs.ts):
-- every failure, the first success after it, and further successes at most every ten seconds. Half of each page stays
-- free for new versions of the rows, because updates are frequent.
CREATE TABLE job_run (
  name text PRIMARY KEY,
  last_run_at timestamptz NOT NULL, -- The end of the run.
  last_duration_ms integer NOT NULL,
  last_failed_at timestamptz,
  last_error text, -- Message of the latest failure; stays when later runs succeed.
  failures integer NOT NULL DEFAULT 0 -- Failures since the last success.
) WITH (fillfactor = 50);
