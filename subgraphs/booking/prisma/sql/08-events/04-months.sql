-- Locks tables exclusively until the transaction ends. It waits for only 200 ms at a time, because a waiting lock holds
-- up everyone who comes after it. Each failed attempt releases what it had locked; the error of the 50th is raised. A
-- table is given as in LOCK TABLE: quoted where necessary, and with ONLY in front for a partitioned table without its
-- partitions. Afterwards the transaction has no lock_timeout.
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

-- The functions below look for tables in this schema, and in pg_temp last: if pg_temp is not named, it comes first, and
-- a caller's temporary table would take the place of a table of this schema. That matters because add_event_partitions
-- and drop_expired_event_partition run with the rights of the tables' owner, so that the role of a booking process need
-- not own the tables; an administrator grants EXECUTE to it.
SELECT set_config('cenotes.search_path', current_setting('search_path'), true);
SELECT set_config('search_path', current_schema || ', pg_temp', true);

-- Makes a table like the default partition (`{p_table}_default`), moves the rows of a range of the key from there into
-- it and attaches it as the partition of this range, p_from included and p_to excluded. It locks the partitioned table
-- and the default partition exclusively until the transaction ends. Only their owner may call it.
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
  -- The partitioned table is locked as well, because a row that is already on its way to the default partition would be
  -- refused when it arrives there.
  PERFORM lock_tables('ONLY ' || quote_ident(p_table), quote_ident(default_partition));
  EXECUTE format('WITH moved AS (DELETE FROM %1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *)
    INSERT INTO %5$I (%6$s) SELECT %6$s FROM moved', default_partition, p_key, p_from, p_to, p_name, columns);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', p_table, p_name, p_from, p_to);
END $$;
REVOKE ALL ON FUNCTION attach_partition(text, text, text, text, text) FROM PUBLIC;

-- Adds the monthly partitions of reservation_event that are missing, up to the month of p_until. They begin after the
-- newest one, or with the current month when there is none; months are those of UTC. Returns the number added. One
-- process at a time does so, by an advisory lock, and each addition locks as attach_partition does. A job calls it long
-- before a month begins; until then events of that month are in the default partition.
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

-- Drops the oldest monthly partition if all of its events have expired (event_retention), with their deliveries.
-- Returns its name, or null if there is none. It takes the advisory lock of add_event_partitions and locks the row of
-- webhook_queue_position, so that nothing is queued meanwhile and no delivery is left without its event; then it locks
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
