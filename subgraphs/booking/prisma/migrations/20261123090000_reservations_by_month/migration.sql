-- What an installation needs whose reservations are partitioned by month (`npm run databases -- partition`); nothing uses
-- it elsewhere. Ids of version 7 begin with the milliseconds of the creation, so that a month is a range of ids: ids stay
-- the primary key, and a lookup by id reads one partition.

-- The smallest id of an instant, and the instant of an id.
CREATE FUNCTION first_id_of(instant timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT
  RETURN rpad(lpad(to_hex(floor(extract(epoch FROM instant) * 1000)::bigint), 12, '0'), 32, '0')::uuid;
CREATE FUNCTION instant_of(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT
  RETURN to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0);

-- Booking references and confirmation codes are unique over all partitions by their own table, `reservation_code`.
CREATE FUNCTION register_reservation_codes() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO reservation_code (code, reservation_id)
      SELECT code, id FROM added, LATERAL (VALUES (booking_reference), (confirmation_code)) AS codes (code);
  ELSIF TG_OP = 'DELETE' THEN
    DELETE FROM reservation_code
      WHERE code IN (SELECT code FROM removed, LATERAL (VALUES (booking_reference), (confirmation_code)) AS codes (code));
  ELSE
    DELETE FROM reservation_code;
  END IF;
  RETURN NULL;
END $$;

-- The tables that refer to reservations, with the statements that drop and add the constraints. What is added is checked
-- for new rows at once, and for those that exist when it is validated.
CREATE FUNCTION references_to_reservations() RETURNS TABLE (child text, name text, dropping text, adding text, validating text)
  LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT conrelid::regclass::text, conname::text,
    format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
    format('ALTER TABLE %s ADD CONSTRAINT %I %s NOT VALID', conrelid::regclass, conname,
      regexp_replace(pg_get_constraintdef(oid), ' NOT VALID$', '')),
    CASE WHEN NOT convalidated THEN format('ALTER TABLE %s VALIDATE CONSTRAINT %I', conrelid::regclass, conname) END
  FROM pg_constraint WHERE confrelid = 'reservation'::regclass AND contype = 'f' AND conparentid = 0
$$;

-- Adds the months that are missing up to one after an instant; the number added. None while reservations are in one table.
CREATE FUNCTION add_reservation_partitions(p_until timestamptz DEFAULT now() + interval '2 months') RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  month timestamp;
  from_id uuid;
  to_id uuid;
  name text;
  adding text[];
  statement text;
  added integer := 0;
BEGIN
  IF (SELECT relkind FROM pg_class WHERE oid = 'reservation'::regclass) <> 'p' THEN
    -- A command that was killed has left its constraint, which would refuse reservations one day.
    IF EXISTS (SELECT FROM pg_constraint WHERE conrelid = 'reservation'::regclass AND conname = 'before_partitions')
      AND pg_try_advisory_xact_lock(hashtextextended('partitions of reservations in ' || current_schema, 0))
    THEN
      PERFORM lock_tables('reservation');
      ALTER TABLE reservation DROP CONSTRAINT IF EXISTS before_partitions;
    END IF;
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('partitions of reservations in ' || current_schema, 0));
  SELECT instant_of(max(upper_end::uuid::text)::uuid) AT TIME ZONE 'UTC' INTO month FROM partitions_of('reservation');
  WHILE month <= p_until AT TIME ZONE 'UTC' LOOP
    from_id := first_id_of(month AT TIME ZONE 'UTC');
    to_id := first_id_of((month + interval '1 month') AT TIME ZONE 'UTC');
    name := 'reservation_' || to_char(month, 'YYYY_MM');
    -- All that attaching locks, in one go: a writer of a referring table may be on its way to the reservation.
    PERFORM lock_tables(VARIADIC ARRAY['ONLY reservation', 'reservation_default']
      || array(SELECT child FROM references_to_reservations()));
    -- Ids that were not made by the time of their creation, or by a clock far ahead. While they move to the partition, they
    -- are referred to all the same.
    IF EXISTS (SELECT FROM reservation_default WHERE id >= from_id AND id < to_id) THEN
      adding := array(SELECT r.adding FROM references_to_reservations() r);
      FOR statement IN SELECT dropping FROM references_to_reservations() LOOP EXECUTE statement; END LOOP;
      PERFORM attach_partition('reservation', name, 'id', from_id::text, to_id::text);
      FOREACH statement IN ARRAY adding LOOP EXECUTE statement; END LOOP;
    ELSE
      PERFORM attach_partition('reservation', name, 'id', from_id::text, to_id::text);
    END IF;
    month := month + interval '1 month';
    added := added + 1;
  END LOOP;
  RETURN added;
END $$;

-- Validates what refers to reservations, where that is still to be done; no writer waits for it.
CREATE FUNCTION validate_references_to_reservations() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  statement text;
BEGIN
  FOR statement IN SELECT validating FROM references_to_reservations() WHERE validating IS NOT NULL LOOP
    EXECUTE statement;
  END LOOP;
END $$;

DO $$
DECLARE
  function regprocedure;
  granted record;
BEGIN
  FOREACH function IN ARRAY ARRAY['add_reservation_partitions(timestamptz)', 'validate_references_to_reservations()']::regprocedure[] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', function);
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', function, current_schema);
    -- Other roles that an administrator let in; PUBLIC, 0, is none of them.
    FOR granted IN SELECT DISTINCT r.rolname FROM pg_class c, aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
      WHERE c.oid = 'reservation'::regclass AND a.privilege_type = 'INSERT' AND a.grantee <> c.relowner
    LOOP
      EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', function, granted.rolname);
    END LOOP;
  END LOOP;
END $$;
