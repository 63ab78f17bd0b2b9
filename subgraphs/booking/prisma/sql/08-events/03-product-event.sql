-- Events of products: their availability, facts or prices have changed. One process at a time publishes them, from
-- fact_change and from product_change of each database. They are in one order with the events of reservations: by
-- transaction, then by the sequence that both tables share.
CREATE TABLE product_event (
  transaction_id xid8 DEFAULT pg_current_xact_id(),
  sequence bigint DEFAULT nextval(pg_get_serial_sequence('reservation_event', 'sequence')::regclass),
  id uuid NOT NULL,
  type text NOT NULL, -- Such as availability.updated.
  -- Both null for an event of every product.
  product_type text CHECK (product_type IN ('cenote', 'tour')),
  product_id uuid,
  -- For availability: first and last day that may have changed, YYYY-MM-DD in the product's time zone.
  date_from text,
  date_to text,
  -- For a product: the changed members of its representation; empty if it was created or any may have changed.
  changed text[],
  occurred_at timestamptz NOT NULL, -- When the event was published.
  PRIMARY KEY (transaction_id, sequence),
  CHECK ((product_type IS NULL) = (product_id IS NULL)),
  CHECK (date_from <= date_to)
);
-- Readers follow the log by the index that fits their filter, and count events in it alone.
CREATE INDEX product_event_by_age ON product_event (occurred_at) INCLUDE (transaction_id, sequence, type, product_type);
CREATE UNIQUE INDEX product_event_id ON product_event (id);
-- Events of every product match any filter by product.
CREATE INDEX product_event_of_all ON product_event (transaction_id, sequence)
  INCLUDE (type, occurred_at) WHERE product_id IS NULL;
CREATE INDEX product_event_of_product ON product_event (product_id, transaction_id, sequence)
  INCLUDE (type, occurred_at);
CREATE INDEX product_event_of_tour ON product_event (transaction_id, sequence)
  INCLUDE (type, occurred_at) WHERE product_type = 'tour' OR product_type IS NULL;
CREATE INDEX product_event_of_type ON product_event (type, transaction_id, sequence)
  INCLUDE (product_type, occurred_at);

-- The last expired event of each type, written by the job that deletes events. A cursor before it is rejected for
-- readers of that type, because they would miss events.
CREATE TABLE product_event_horizon (
  type text PRIMARY KEY,
  transaction_id xid8 NOT NULL,
  sequence bigint NOT NULL
);

-- Up to where changes were published as product events, in a single row. The publisher advances it in the transaction
-- of the events, so that each change is published exactly once. Positions are snapshots as printed by
-- pg_current_snapshot; null while the start is unknown.
CREATE TABLE change_feed (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  places_position text NOT NULL, -- In fact_change.
  booking_position text, -- In product_change of this database.
  catalog_position text, -- In product_change of the catalog's database.
  pricing_position text, -- In product_change of the pricing database.
  system_identifier bigint NOT NULL, -- The server whose transactions places_position counts.
  published_at timestamptz NOT NULL DEFAULT '-infinity', -- The publisher pauses after each publication.
  read_at timestamptz NOT NULL -- When the positions were last written.
) WITH (fillfactor = 50); -- Half of each page stays free for the frequent updates.
INSERT INTO change_feed (places_position, system_identifier, read_at)
  SELECT pg_current_snapshot()::text, system_identifier, now() FROM pg_control_system();
