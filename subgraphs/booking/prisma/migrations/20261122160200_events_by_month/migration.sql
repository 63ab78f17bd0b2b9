-- The log becomes a table with a partition for each month, so that expired events are dropped and not deleted. What is
-- unique is so within a partition, where each has the same constraints: ids are random, and the versions of a
-- reservation are counted while its row is locked (`npm run audit` checks them over all partitions).

-- Locks tables, waiting only briefly each time: who waits for such a lock holds up everyone who comes after.
CREATE FUNCTION lock_tables(VARIADIC p_tables text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  attempts integer := 0;
  name text;
BEGIN
  LOOP
    BEGIN
      PERFORM set_config('lock_timeout', '200ms', true);
      FOREACH name IN ARRAY p_tables LOOP
        EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', name);
      END LOOP;
      PERFORM set_config('lock_timeout', '0', true);
      RETURN;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      attempts := attempts + 1;
      IF attempts = 50 THEN RAISE; END IF;
      PERFORM pg_sleep(0.1);
    END;
  END LOOP;
END $$;

SELECT lock_tables('reservation_event', 'webhook_delivery');

-- A foreign key would need a unique id over all partitions. Deliveries go with their events by the triggers below.
ALTER TABLE webhook_delivery DROP CONSTRAINT webhook_delivery_event_id_fkey;
ALTER TABLE reservation_event RENAME TO reservation_event_first;
CREATE TABLE reservation_event (LIKE reservation_event_first INCLUDING DEFAULTS) PARTITION BY RANGE (occurred_at);
DO $$
DECLARE
  next bigint;
  bound text;
  granted record;
BEGIN
  EXECUTE format('SELECT last_value + 1 FROM %s', pg_get_serial_sequence('reservation_event_first', 'sequence')) INTO next;
  ALTER TABLE reservation_event_first ALTER COLUMN sequence DROP IDENTITY;
  EXECUTE format('ALTER TABLE reservation_event ALTER COLUMN sequence ADD GENERATED ALWAYS AS IDENTITY (START WITH %s)', next);
  SELECT substring(pg_get_constraintdef(oid) FROM $re$'([^']+)'$re$) INTO bound FROM pg_constraint
    WHERE conrelid = 'reservation_event_first'::regclass AND conname = 'before_partitions';
  EXECUTE format('ALTER TABLE reservation_event ATTACH PARTITION reservation_event_first FOR VALUES FROM (MINVALUE) TO (%L)', bound);
  ALTER TABLE reservation_event_first DROP CONSTRAINT before_partitions;
  -- Other roles that an administrator let in.
  FOR granted IN SELECT r.rolname, a.privilege_type FROM pg_class c, aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
    WHERE c.oid = 'reservation_event_first'::regclass AND a.grantee <> c.relowner
  LOOP
    EXECUTE format('GRANT %s ON reservation_event TO %I', granted.privilege_type, granted.rolname);
  END LOOP;
END $$;

-- Whatever has no partition of its own, so that no event is ever refused; also the pattern of every further partition.
CREATE TABLE reservation_event_default (LIKE reservation_event_first INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES
  INCLUDING STORAGE INCLUDING COMPRESSION);
ALTER TABLE reservation_event ATTACH PARTITION reservation_event_default DEFAULT;

CREATE FUNCTION remove_deliveries_of_events() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN DELETE FROM webhook_delivery WHERE event_id IS NOT NULL;
  ELSE DELETE FROM webhook_delivery WHERE event_id IN (SELECT id FROM removed);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER deliveries_removed AFTER DELETE ON reservation_event REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION remove_deliveries_of_events();
CREATE TRIGGER deliveries_emptied AFTER TRUNCATE ON reservation_event
  FOR EACH STATEMENT EXECUTE FUNCTION remove_deliveries_of_events();

-- Events that happened before this instant have expired: nobody reads them any more, and `event_horizon` knows the last
-- of each partner. They are dropped with the month they are in.
CREATE TABLE event_retention (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  expired_before timestamptz NOT NULL
);
INSERT INTO event_retention (expired_before) VALUES ('-infinity');

-- Makes a table that is like the default partition of a partitioned table, with what that has of its range, a partition.
-- These functions run with the rights of the tables' owner, so that the product's role need not be the owner.
CREATE FUNCTION attach_partition(p_table text, p_name text, p_key text, p_from text, p_to text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  default_partition text := p_table || '_default';
  columns text := (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
    WHERE attrelid = p_table::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '');
BEGIN
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES INCLUDING GENERATED
    INCLUDING STORAGE INCLUDING COMPRESSION)', p_name, default_partition);
  -- The whole table, too: a row on its way to the default partition would be refused there when it arrives.
  PERFORM lock_tables('ONLY ' || quote_ident(p_table), quote_ident(default_partition));
  EXECUTE format('WITH moved AS (DELETE FROM %1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *)
    INSERT INTO %5$I (%6$s) SELECT %6$s FROM moved', default_partition, p_key, p_from, p_to, p_name, columns);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', p_table, p_name, p_from, p_to);
END $$;

-- The partitions of a table with the upper ends of their ranges, except the default one, which has none.
CREATE FUNCTION partitions_of(p_table text) RETURNS TABLE (name text, upper_end text) LANGUAGE sql STABLE AS $$
  SELECT relname::text, substring(bound FROM $re$TO \('([^']+)'\)$re$)
  FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid, pg_get_expr(relpartbound, c.oid) AS bound
  WHERE inhparent = p_table::regclass AND bound <> 'DEFAULT'
$$;

-- Adds the months that are missing up to one after an instant; the number added.
CREATE FUNCTION add_event_partitions(p_until timestamptz DEFAULT now() + interval '2 months') RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  month timestamp;
  added integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('partitions of events in ' || current_schema, 0));
  SELECT coalesce(max(upper_end::timestamptz) AT TIME ZONE 'UTC', date_trunc('month', now() AT TIME ZONE 'UTC')) INTO month
    FROM partitions_of('reservation_event');
  WHILE month <= p_until AT TIME ZONE 'UTC' LOOP
    PERFORM attach_partition('reservation_event', 'reservation_event_' || to_char(month, 'YYYY_MM'), 'occurred_at',
      (month AT TIME ZONE 'UTC')::text, ((month + interval '1 month') AT TIME ZONE 'UTC')::text);
    month := month + interval '1 month';
    added := added + 1;
  END LOOP;
  RETURN added;
END $$;

-- Drops the oldest partition if all of its events have expired; its name, or null. Nothing is queued meanwhile, so that
-- no delivery is left without its event.
CREATE FUNCTION drop_expired_event_partition() RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  expired text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('partitions of events in ' || current_schema, 0));
  SELECT name INTO expired FROM partitions_of('reservation_event')
    WHERE upper_end::timestamptz <= (SELECT expired_before FROM event_retention) ORDER BY upper_end::timestamptz LIMIT 1;
  IF expired IS NULL THEN RETURN NULL; END IF;
  PERFORM FROM webhook_queue_position FOR UPDATE;
  EXECUTE format('DELETE FROM webhook_delivery WHERE event_id IN (SELECT id FROM %I)', expired);
  PERFORM lock_tables('ONLY reservation_event', quote_ident(expired), 'reservation_event_default');
  EXECUTE format('DROP TABLE %I', expired);
  RETURN expired;
END $$;

SELECT add_event_partitions();
