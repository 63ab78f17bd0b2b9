-- Locks tables exclusively until the transaction ends. Waits for only 200 ms at a time, because every later request for
-- the tables queues behind a waiting lock. A failed attempt releases all locks; the 50th raises its error. A table is
-- written as in LOCK TABLE: quoted if necessary, and with ONLY for a partitioned table without its partitions. Leaves
-- the transaction with a lock_timeout of 0.
-- Example: SELECT lock_tables('ONLY reservation_event', 'reservation_event_default');
CREATE FUNCTION lock_tables(VARIADIC p_tables text[])
RETURNS void LANGUAGE plpgsql AS $$
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

-- Returns the partitions of a table with the upper ends of their ranges, without the default partition, which has none.
-- Example: SELECT max(upper_end::timestamptz) FROM partitions_of('reservation_event');
CREATE FUNCTION partitions_of(p_table text)
RETURNS TABLE (name text, upper_end text) LANGUAGE sql STABLE AS $$
  SELECT relname::text, substring(bound FROM $re$TO \('([^']+)'\)$re$)
  FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid, pg_get_expr(relpartbound, c.oid) AS bound
  WHERE inhparent = p_table::regclass AND bound <> 'DEFAULT'
$$;

-- The functions below look for tables in this schema, and last in pg_temp: unless it is named, pg_temp comes first, and
-- a caller's temporary table would hide a table of this schema. That matters because add_event_partitions and
-- drop_expired_event_partition run with the rights of the owner of the tables, so that the role of a booking process
-- need not own them; an administrator grants EXECUTE to that role.
SELECT set_config('cenotes.search_path', current_setting('search_path'), true);
SELECT set_config('search_path', current_schema || ', pg_temp', true);

-- Creates a table like the default partition (`{p_table}_default`), moves the rows of a key range from there into it,
-- and attaches it as the partition of this range, from p_from to before p_to. Locks the partitioned table and the
-- default partition exclusively until the transaction ends. Only the owner may call it.
-- Example: SELECT attach_partition('reservation_event', 'reservation_event_2027_01', 'occurred_at',
--   '2027-01-01 00:00:00+00', '2027-02-01 00:00:00+00');
CREATE FUNCTION attach_partition(p_table text, p_name text, p_key text, p_from text, p_to text)
RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  default_partition text := p_table || '_default';
  columns text := (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
    WHERE attrelid = p_table::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '');
BEGIN
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES
    INCLUDING GENERATED INCLUDING STORAGE INCLUDING COMPRESSION)', p_name, default_partition);
  -- Locks the partitioned table as well: a row already on its way to the default partition would be rejected on
  -- arrival.
  PERFORM lock_tables('ONLY ' || quote_ident(p_table), quote_ident(default_partition));
  EXECUTE format('WITH moved AS (DELETE FROM %1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *)
    INSERT INTO %5$I (%6$s) SELECT %6$s FROM moved', default_partition, p_key, p_from, p_to, p_name, columns);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', p_table, p_name, p_from, p_to);
END $$;
REVOKE ALL ON FUNCTION attach_partition(text, text, text, text, text) FROM PUBLIC;

-- Adds the missing monthly partitions of reservation_event up to the month of p_until, after the newest one or from the
-- current month on; months are in UTC. Returns the number added. An advisory lock admits one process at a time; each
-- addition locks like attach_partition. A job calls it long before a month begins. Events of a month without a
-- partition are in the default partition.
-- Example: SELECT add_event_partitions(now() + interval '5 months');
CREATE FUNCTION add_event_partitions(p_until timestamptz DEFAULT now() + interval '2 months')
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  month timestamp;
  added integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('partitions of events in ' || current_schema, 0));
  SELECT coalesce(max(upper_end::timestamptz) AT TIME ZONE 'UTC', date_trunc('month', now() AT TIME ZONE 'UTC'))
    INTO month FROM partitions_of('reservation_event');
  WHILE month <= p_until AT TIME ZONE 'UTC' LOOP
    PERFORM attach_partition('reservation_event', 'reservation_event_' || to_char(month, 'YYYY_MM'), 'occurred_at',
      (month AT TIME ZONE 'UTC')::text, ((month + interval '1 month') AT TIME ZONE 'UTC')::text);
    month := month + interval '1 month';
    added := added + 1;
  END LOOP;
  RETURN added;
END $$;
REVOKE ALL ON FUNCTION add_event_partitions(timestamptz) FROM PUBLIC;

-- Drops the oldest monthly partition if all of its events have expired (event_retention), and deletes their deliveries.
-- Returns its name, or null if there is none. Acquires the advisory lock of add_event_partitions and locks the row of
-- webhook_queue_position, so that no deliveries are queued meanwhile and left without an event; then locks
-- reservation_event, the partition and the default partition exclusively.
-- Example: SELECT drop_expired_event_partition(); -- reservation_event_2026_10
CREATE FUNCTION drop_expired_event_partition()
RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  expired text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('partitions of events in ' || current_schema, 0));
  SELECT name INTO expired FROM partitions_of('reservation_event')
    WHERE upper_end::timestamptz <= (SELECT expired_before FROM event_retention)
    ORDER BY upper_end::timestamptz LIMIT 1;
  IF expired IS NULL THEN RETURN NULL; END IF;
  PERFORM FROM webhook_queue_position FOR UPDATE;
  EXECUTE format('DELETE FROM webhook_delivery WHERE event_id IN (SELECT id FROM %I)', expired);
  PERFORM lock_tables('ONLY reservation_event', quote_ident(expired), 'reservation_event_default');
  EXECUTE format('DROP TABLE %I', expired);
  RETURN expired;
END $$;
REVOKE ALL ON FUNCTION drop_expired_event_partition() FROM PUBLIC;

SELECT set_config('search_path', current_setting('cenotes.search_path'), true);

SELECT add_event_partitions();
