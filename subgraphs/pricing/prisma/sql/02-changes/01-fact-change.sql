\i platform/postgres/sql/fact-change.sql

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
