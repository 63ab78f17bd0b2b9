-- Whether an event has expired is judged in the index, too: the events of a partner are counted without their wide rows.
CREATE INDEX reservation_event_of_partner ON reservation_event (partner_id, transaction_id, sequence) INCLUDE (type, occurred_at);
-- Each partition has its own copy of the index that this replaces.
DO $$
DECLARE
  name regclass;
BEGIN
  FOR name IN SELECT indexrelid FROM pg_index JOIN pg_inherits ON inhrelid = indrelid
    WHERE inhparent = 'reservation_event'::regclass
      AND pg_get_indexdef(indexrelid) LIKE '%(partner_id, transaction_id, sequence) INCLUDE (type)'
  LOOP
    EXECUTE format('DROP INDEX %s', name);
  END LOOP;
END $$;
