-- Each row holds the outcome of the latest runs of one background job, whichever process ran it. Processes write it
-- (platform/postgres/job-runs.ts): a failure at once, successes at most every ten seconds. The low fillfactor leaves
-- room on the page for these frequent updates.
CREATE TABLE job_run (
  name text PRIMARY KEY, -- It describes the job, such as "removing old product changes".
  last_run_at timestamptz NOT NULL,
  last_duration_ms integer NOT NULL,
  last_failed_at timestamptz, -- It is NULL if the job has never failed.
  last_error text, -- This is the message of the latest failure; a success leaves it.
  failures integer NOT NULL DEFAULT 0 -- It counts the failures since the last success.
) WITH (fillfactor = 50);
