-- Each row tells how the latest runs of one background job went, in whichever process. Every process that runs the job
-- writes it (platform/postgres/job-runs.ts): each failure, and a success at most every ten seconds.
-- Pages are half empty because rows are updated so often: a new version then fits beside the old one.
CREATE TABLE job_run (
  name text PRIMARY KEY,
  last_run_at timestamptz NOT NULL, -- This is the end of the run.
  last_duration_ms integer NOT NULL,
  last_failed_at timestamptz,
  last_error text, -- The message is cut to 500 characters, and stays when a later run succeeds.
  failures integer NOT NULL DEFAULT 0 -- Failures are counted since the last success.
) WITH (fillfactor = 50);
