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

-- Records that a price table changed. The tag names the table instead of the rows, because few rows determine the
-- prices of many products. Fires after each statement that writes to a price table, by the triggers `fact_changed`.
CREATE FUNCTION record_price_change()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO fact_change (tag) VALUES ('prices:' || TG_TABLE_NAME);
  RETURN NULL;
END $$;

-- Notifies every pricing process at commit, on the channel prices_changed with schema and table as payload, such as
-- 'live.tax_rate'. The process then reads fact_change and evicts the prices that it has in memory. Fires after each
-- statement that writes to a price table, by the triggers `record_change`.
CREATE FUNCTION announce_price_change()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('prices_changed', TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME);
  RETURN NULL;
END $$;
