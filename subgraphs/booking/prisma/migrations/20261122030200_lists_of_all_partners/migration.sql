-- Operators list the reservations of all partners, in the same orders.
CREATE INDEX reservation_of_all_by_creation ON reservation (created_at, id) INCLUDE (status, cenote_id, visit_date);
CREATE INDEX reservation_of_all_by_change ON reservation (updated_at, id) INCLUDE (status, cenote_id, visit_date, created_at);
CREATE INDEX reservation_of_all_by_visit ON reservation (visit_date, visit_time, id) INCLUDE (status, cenote_id, created_at);
