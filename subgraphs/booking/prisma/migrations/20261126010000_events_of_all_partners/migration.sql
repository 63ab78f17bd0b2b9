-- Operators read the events of all partners. By position there is an index already; these are for a filter by cenote, for
-- their number without reading wide rows, and for whether an event of any partner after a position has expired. On a large
-- installation create the first two on each partition beforehand, by CREATE INDEX CONCURRENTLY with the same columns:
-- they are attached here.
CREATE INDEX reservation_event_of_cenote ON reservation_event (cenote_id, transaction_id, sequence) INCLUDE (type, occurred_at);
CREATE INDEX reservation_event_by_age ON reservation_event (occurred_at) INCLUDE (transaction_id, sequence, partner_id, type);
CREATE INDEX event_horizon_position ON event_horizon (transaction_id, sequence);
-- Each partition has its own copy of the index that the second one replaces.
DO $$
DECLARE
  name regclass;
BEGIN
  FOR name IN SELECT indexrelid FROM pg_index JOIN pg_inherits ON inhrelid = indrelid
    WHERE inhparent = 'reservation_event'::regclass AND pg_get_indexdef(indexrelid) LIKE '%(occurred_at)'
  LOOP
    EXECUTE format('DROP INDEX %s', name);
  END LOOP;
END $$;
