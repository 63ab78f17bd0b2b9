-- Records that every fact may have changed. Fires after a TRUNCATE of any table whose rows determine facts.
CREATE FUNCTION record_all_facts_changed()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO fact_change (tag) VALUES ('*');
  RETURN NULL;
END $$;
