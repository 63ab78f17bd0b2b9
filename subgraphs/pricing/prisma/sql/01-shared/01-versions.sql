-- Adds 1 to the version of a row that changes. Operators name the version that they have read, so that they
-- never overwrite a change that they have not seen. The triggers `version_grows` fire it before each update of a row in
-- age_configuration, cenote_service, transport_option, promotion, discount_rule and coupon. Returns the new row.
CREATE FUNCTION grow_version()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
