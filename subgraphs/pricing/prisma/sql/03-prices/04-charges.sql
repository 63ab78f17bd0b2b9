-- One row per fee, which each reservation pays once, after discounts and without taxes. Operators replace all fees and
-- taxes together; their version is in price_list as 'charges'.
CREATE TABLE fee (
  name text PRIMARY KEY,
  amount_cents integer NOT NULL CHECK (amount_cents >= 0) -- Cents of MXN.
);
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON fee
  FOR EACH STATEMENT EXECUTE FUNCTION record_price_change();
CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON fee
  FOR EACH STATEMENT EXECUTE FUNCTION announce_price_change();
CREATE TRIGGER product_change_inserted AFTER INSERT ON fee
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON fee
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON fee
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON fee
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();

-- One row per tax on the subtotal less discounts; the percentages of all taxes are added up.
CREATE TABLE tax_rate (
  name text PRIMARY KEY,
  percent integer NOT NULL CHECK (percent >= 0) -- Forms limit the sum of all taxes to 100.
);
INSERT INTO tax_rate (name, percent) VALUES ('IVA', 16);

-- The triggers follow the first row, so that it is not recorded as a change.
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON tax_rate
  FOR EACH STATEMENT EXECUTE FUNCTION record_price_change();
CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON tax_rate
  FOR EACH STATEMENT EXECUTE FUNCTION announce_price_change();
CREATE TRIGGER product_change_inserted AFTER INSERT ON tax_rate
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON tax_rate
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON tax_rate
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON tax_rate
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
