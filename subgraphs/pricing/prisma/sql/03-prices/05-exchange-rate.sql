-- One row per currency: how much of it one MXN buys. Prices are set in MXN and shown in MXN and USD, so both always
-- have a rate. Operators replace all rates together; their version is in price_list as 'exchange_rates'.
CREATE TABLE exchange_rate (
  currency text PRIMARY KEY, -- ISO 4217 code.
  micros bigint NOT NULL CHECK (micros > 0), -- Millionths, such as 54000 for 0.054.
  updated_at timestamptz NOT NULL DEFAULT now() -- When it was published, or entered if not specified.
);
INSERT INTO exchange_rate (currency, micros) VALUES
  ('MXN', 1000000), ('USD', 54000), ('EUR', 50000), ('CAD', 75000), ('GBP', 43000);

-- The triggers follow the first rows, so that these are not recorded as changes.
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
