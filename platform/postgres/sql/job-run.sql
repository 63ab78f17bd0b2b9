-- One row per background job, with the outcome of its latest runs in any process. Each process records its failures at
-- once and its successes at most every ten seconds (platform/postgres/job-runs.ts). The fillfactor leaves room on the
-- page for these frequent updates.
CREATE TABLE job_run (
  name text PRIMARY KEY, -- Describes the work, as the API shows it.
  last_run_at timestamptz NOT NULL, -- End of the latest recorded run.
  last_duration_ms integer NOT NULL,
  last_failed_at timestamptz,
  last_error text, -- Latest failure, at most 500 characters; a later success does not clear it.
  failures integer NOT NULL -- Failed runs since the last recorded success.
) WITH (fillfactor = 50);
