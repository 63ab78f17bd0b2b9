-- One row per changed fact, named by the tag of its cache entries. Triggers insert it in the transaction of the change.
-- Each process with facts in memory, and the gateway for its cache, reads the rows of the transactions that ended since
-- its last read (platform/postgres/fact-changes.ts). A job deletes rows five minutes after their transaction ended.
CREATE TABLE fact_change (
  -- A reader compares it with the snapshot of its last read.
  transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- In catalog 'cenote:<id>', 'tour:<id>' or 'amenity:<id>'; in pricing 'prices:<table>'; in booking
  -- 'availability:<product>:<date>' or 'availability:<cenote>' for its whole calendar. '*' means every fact.
  tag text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX fact_change_by_transaction ON fact_change (transaction);
