-- A version grows with every change of its row, however it is made: readers that cache a cenote compare it.
CREATE FUNCTION grow_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER version_grows BEFORE UPDATE ON cenote FOR EACH ROW EXECUTE FUNCTION grow_version();
CREATE TRIGGER version_grows BEFORE UPDATE ON tour FOR EACH ROW EXECUTE FUNCTION grow_version();
CREATE TRIGGER version_grows BEFORE UPDATE ON amenity FOR EACH ROW EXECUTE FUNCTION grow_version();
