-- What changed, for caches: written in the transaction that changes it, read by position (platform/postgres/fact-changes.ts).
CREATE TABLE fact_change (
  transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
  tag text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX fact_change_by_transaction ON fact_change (transaction);

-- Prices follow from few rows that concern many items, so a change names its table.
CREATE FUNCTION record_price_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO fact_change (tag) VALUES ('prices:' || TG_TABLE_NAME);
  RETURN NULL;
END $$;
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON age_configuration EXECUTE FUNCTION record_price_change();
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON cenote_service EXECUTE FUNCTION record_price_change();
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON transport_option EXECUTE FUNCTION record_price_change();
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON transport_group_discount EXECUTE FUNCTION record_price_change();
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON discount_rule EXECUTE FUNCTION record_price_change();
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON promotion EXECUTE FUNCTION record_price_change();
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON exchange_rate EXECUTE FUNCTION record_price_change();
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON tax_rate EXECUTE FUNCTION record_price_change();
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON fee EXECUTE FUNCTION record_price_change();
