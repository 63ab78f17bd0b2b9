CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;

-- A text without accents and case, as foldText in platform/text.ts makes it of what is searched for.
CREATE FUNCTION fold(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g') COLLATE "und-x-icu");

-- What a reservation is found by. Apart from the reservation itself, which changes several times: only a new guest
-- changes this, and so the index, which is dear to write.
CREATE TABLE reservation_search (
  reservation_id uuid PRIMARY KEY REFERENCES reservation ON DELETE CASCADE,
  partner_id uuid NOT NULL,
  content text NOT NULL
);

CREATE FUNCTION reservation_search_content(reference text, guest jsonb) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN fold(reference || E'\n' || coalesce(guest ->> 'name', '') || E'\n' || coalesce(guest ->> 'email', ''));

-- The search path is that of the environment whose table it is, for writers from elsewhere.
CREATE FUNCTION index_added_reservations() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO reservation_search (reservation_id, partner_id, content)
    SELECT id, partner_id, reservation_search_content(booking_reference, guest) FROM added;
  RETURN NULL;
END $$;
CREATE FUNCTION index_changed_reservation() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE reservation_search SET content = reservation_search_content(NEW.booking_reference, NEW.guest)
    WHERE reservation_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER search_added AFTER INSERT ON reservation REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION index_added_reservations();
CREATE TRIGGER search_changed AFTER UPDATE OF guest ON reservation
  FOR EACH ROW EXECUTE FUNCTION index_changed_reservation();

INSERT INTO reservation_search (reservation_id, partner_id, content)
  SELECT id, partner_id, reservation_search_content(booking_reference, guest) FROM reservation;
CREATE INDEX reservation_search_of_partner ON reservation_search (partner_id);
CREATE INDEX reservation_search_content ON reservation_search USING gin (content public.gin_trgm_ops);

-- A partner's events by when they happened; the log itself is read in its own order.
CREATE INDEX reservation_event_of_partner_by_time ON reservation_event (partner_id, occurred_at);

-- What the list of deliveries can be narrowed by is in its index, so that it is judged and counted without the rows.
DROP INDEX webhook_delivery_list;
CREATE INDEX webhook_delivery_list ON webhook_delivery (webhook_id, sequence) INCLUDE (status, type, created_at);
