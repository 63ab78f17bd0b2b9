-- Events of reservations, one row per version, inserted by `write_reservation_event` in the transaction of the change.
-- The log is ordered by (transaction_id, sequence), and readers stop before the oldest running transaction. Ordered by
-- the sequence alone they would miss events, because a transaction with a lower number may commit later.
CREATE TABLE reservation_event (
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  sequence bigint GENERATED ALWAYS AS IDENTITY, -- product_event shares the sequence.
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  product_id uuid NOT NULL, -- A cenote or a tour, see product_type.
  type text NOT NULL, -- Such as reservation.created.
  version integer NOT NULL, -- The reservation's version after the change.
  occurred_at timestamptz NOT NULL,
  snapshot jsonb NOT NULL, -- The reservation after the change, with the author in `changedBy`.
  traceparent text, -- Trace of the change (W3C Trace Context), which webhook deliveries continue; null without one.
  previous_product_id uuid, -- Product that this event moved the reservation away from; null for other events.
  product_type text NOT NULL DEFAULT 'cenote', -- cenote or tour.
  previous_product_type text
) PARTITION BY RANGE (occurred_at); -- By month, so that expired events are dropped and not deleted one by one.
-- Counts events, and finds those that expire, without reading the wide rows.
CREATE INDEX reservation_event_by_age ON reservation_event (occurred_at)
  INCLUDE (transaction_id, sequence, partner_id, type);
-- Readers of a product, a partner or tours follow the log by the next indexes, and count events in them alone.
CREATE INDEX reservation_event_of_product ON reservation_event (product_id, transaction_id, sequence)
  INCLUDE (type, occurred_at);
CREATE INDEX reservation_event_of_partner ON reservation_event (partner_id, transaction_id, sequence)
  INCLUDE (type, occurred_at);
-- A move to another product concerns the readers of both products.
CREATE INDEX reservation_event_of_previous_product ON reservation_event (previous_product_id, transaction_id, sequence)
  INCLUDE (type, occurred_at) WHERE previous_product_id IS NOT NULL;
CREATE INDEX reservation_event_of_tour ON reservation_event (transaction_id, sequence)
  INCLUDE (partner_id, type, occurred_at) WHERE product_type = 'tour' OR previous_product_type = 'tour';

-- Accepts events that have no monthly partition, so that an event is never rejected. Also the pattern of the monthly
-- partitions (`attach_partition`), which copy its constraints and indexes. Uniqueness holds only within a partition,
-- because a constraint of the whole table would have to contain occurred_at. That suffices: ids are random, and
-- versions are counted under the lock of the reservation.
CREATE TABLE reservation_event_default PARTITION OF reservation_event (
  PRIMARY KEY (transaction_id, sequence),
  UNIQUE (id),
  UNIQUE (reservation_id, version)
) DEFAULT;
-- A partner's events of one product, and a partner's events in a range of time.
CREATE INDEX ON reservation_event_default (partner_id, product_id, transaction_id, sequence);
CREATE INDEX ON reservation_event_default (partner_id, occurred_at);

-- The last expired event of each partner, written by the job that expires events. A cursor before it is rejected,
-- because its reader would silently miss events.
CREATE TABLE event_horizon (
  partner_id uuid PRIMARY KEY,
  transaction_id xid8 NOT NULL,
  sequence bigint NOT NULL
);
-- For readers of all partners: whether any event after a position has expired.
CREATE INDEX event_horizon_position ON event_horizon (transaction_id, sequence);
