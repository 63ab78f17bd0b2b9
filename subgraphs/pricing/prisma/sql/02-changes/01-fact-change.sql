-- Each row says that a statement changed a table of prices, for the caches that hold its rows. Triggers write it in the
-- transaction of the change, and every process reads what is new since its last snapshot
-- (platform/postgres/fact-changes.ts). Rows are removed after five minutes.
CREATE TABLE fact_change (
  -- Readers find by it the changes that their last snapshot did not see.
  transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
  tag text NOT NULL, -- It is 'prices:' and the name of the table.
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX fact_change_by_transaction ON fact_change (transaction);

-- Records that a table of prices changed. Prices follow from few rows that concern many items, so a change names its
-- table and not its rows. The triggers `fact_changed` of the tables of prices fire it after each statement. It has a
-- search path of its own so that it writes into the schema of its table, whatever the caller's path is. Returns null.
CREATE FUNCTION record_price_change()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO fact_change (tag) VALUES ('prices:' || TG_TABLE_NAME);
  RETURN NULL;
END $$;

-- Notifies every process, at the commit, that there are changes to read in fact_change; the message is the schema and
-- the table, such as 'live.tax_rate'. The triggers `record_change` of the tables of prices fire it after each
-- statement. Returns null.
CREATE FUNCTION announce_price_change()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('prices_changed', TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME);
  RETURN NULL;
END $$;
