-- Each row says how much of a currency one MXN buys; prices are set in MXN. Operators replace all rates together, and
-- the version of the list is in price_list under 'exchange_rates'. MXN and USD are always among them, because prices
-- are shown in both.
CREATE TABLE exchange_rate (
  currency text PRIMARY KEY, -- It is a code of ISO 4217.
  micros bigint NOT NULL CHECK (micros > 0), -- The rate is in millionths.
  updated_at timestamptz NOT NULL DEFAULT now() -- The rate was published at this time.
);
INSERT INTO exchange_rate (currency, micros) VALUES
  ('MXN', 1000000), ('USD', 54000), ('EUR', 50000), ('CAD', 75000), ('GBP', 43000);

-- The triggers come after the first rows, so that those are not recorded as changes.
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON exchange_rate
  FOR EACH STATEMENT EXECUTE FUNCTION record_price_change();
CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON exchange_rate
  FOR EACH STATEMENT EXECUTE FUNCTION announce_price_change();
CREATE TRIGGER product_change_inserted AFTER INSERT ON exchange_rate
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON exchange_rate
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON exchange_rate
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON exchange_rate
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
