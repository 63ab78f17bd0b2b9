-- Events of products: of their availability, facts and prices. They are in one order with those of reservations
-- (docs/decisions/0205-event-log-in-commit-order.md), by the transaction that wrote them, then by a number that both
-- tables take from one sequence. The sequence is looked up at each insert: a cluster replaces that of reservation_event.
CREATE TABLE product_event (
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  sequence bigint NOT NULL DEFAULT nextval(pg_get_serial_sequence('reservation_event', 'sequence')::regclass),
  id uuid NOT NULL,
  type text NOT NULL,
  -- Both null: of every product.
  product_type text CHECK (product_type IN ('cenote', 'tour')),
  product_id uuid,
  -- Of availability: the first and the last day that may have changed, in the product's time zone.
  date_from text,
  date_to text,
  -- Of a product: the members of its representation that changed; an empty list where any of them may have.
  changed text[],
  occurred_at timestamptz NOT NULL,
  PRIMARY KEY (transaction_id, sequence),
  CHECK ((product_type IS NULL) = (product_id IS NULL)),
  CHECK (date_from <= date_to)
);
CREATE UNIQUE INDEX product_event_id ON product_event (id);
-- The filters of readers, and the number of events that meet them without reading the table.
CREATE INDEX product_event_of_product ON product_event (product_id, transaction_id, sequence) INCLUDE (type, occurred_at);
CREATE INDEX product_event_of_type ON product_event (type, transaction_id, sequence) INCLUDE (product_type, occurred_at);
CREATE INDEX product_event_by_age ON product_event (occurred_at) INCLUDE (transaction_id, sequence, type, product_type);
-- Events of every product match each filter by product.
CREATE INDEX product_event_of_all ON product_event (transaction_id, sequence) INCLUDE (type, occurred_at)
  WHERE product_id IS NULL;
CREATE INDEX product_event_of_tour ON product_event (transaction_id, sequence) INCLUDE (type, occurred_at)
  WHERE product_type = 'tour' OR product_type IS NULL;
CREATE TRIGGER deliveries_removed AFTER DELETE ON product_event REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION remove_deliveries_of_events();

-- How far the notes of changes were turned into events. Positions are texts of those that write the notes; null where
-- to begin is not known yet.
CREATE TABLE change_feed (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  -- Of fact_change, which notes places, and of product_change of each database.
  places_position text NOT NULL,
  booking_position text,
  catalog_position text,
  pricing_position text,
  -- The server whose transactions places_position counts.
  system_identifier bigint NOT NULL,
  -- When events were published last.
  published_at timestamptz NOT NULL DEFAULT '-infinity',
  -- When every position was last known to leave out nothing.
  read_at timestamptz NOT NULL
) WITH (fillfactor = 50);
INSERT INTO change_feed (places_position, system_identifier, read_at)
  SELECT pg_current_snapshot()::text, system_identifier, now() FROM pg_control_system();
