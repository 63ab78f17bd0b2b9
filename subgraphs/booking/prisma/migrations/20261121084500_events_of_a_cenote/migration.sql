-- The log can be read for one cenote; of one reservation it is found by (reservation_id, version).
CREATE INDEX reservation_event_cenote ON reservation_event (partner_id, cenote_id, transaction_id, sequence);
