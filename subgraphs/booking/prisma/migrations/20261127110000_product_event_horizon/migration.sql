-- For each type the last of its events that expired, and was deleted: a cursor before it would miss events of that type.
CREATE TABLE product_event_horizon (
  type text PRIMARY KEY,
  transaction_id xid8 NOT NULL,
  sequence bigint NOT NULL
);
