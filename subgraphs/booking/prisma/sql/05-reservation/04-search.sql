-- Returns the folded text in which searches look for a reservation: references, guest's name and e-mail address, one
-- per line. `reference` may have several lines.
-- Example: SELECT reservation_search_content('CEN-7K2M9P', '{"name": "Łucja Núñez", "email": "lucja@example.com"}');
CREATE FUNCTION reservation_search_content(reference text, guest jsonb)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN fold(reference || E'\n' || coalesce(guest ->> 'name', '') || E'\n' || coalesce(guest ->> 'email', ''));

-- The text in which searches look for a reservation. It is not a column of `reservation`, whose rows change several
-- times, because its index is expensive to write and only a new guest or reference changes the text.
-- `write_reservation` inserts it, `rewrite_reservation` updates it.
CREATE TABLE reservation_search (
  reservation_id uuid,
  partner_id uuid,
  content text NOT NULL, -- From `reservation_search_content`.
  PRIMARY KEY (partner_id, reservation_id),
  CONSTRAINT reservation_search_reservation_fkey FOREIGN KEY (partner_id, reservation_id)
    REFERENCES reservation (partner_id, id) ON DELETE CASCADE
);
-- Finds a part of the text: content LIKE '%nunez%'.
CREATE INDEX reservation_search_content ON reservation_search USING gin (content gin_trgm_ops);
