-- One row per place where guests of a cenote or tour are met, or zone where they are picked up. Written together with
-- the cenote or tour (subgraphs/catalog/meeting-point/repository.ts).
CREATE TABLE meeting_point (
  id uuid PRIMARY KEY,
  cenote_id uuid REFERENCES cenote ON DELETE CASCADE,
  tour_id uuid REFERENCES tour ON DELETE CASCADE,
  name jsonb NOT NULL, -- {"en": "…", "es": "…"}, as are the next two.
  description jsonb NOT NULL,
  directions jsonb,
  type text NOT NULL CHECK (type IN ('MEETING_POINT', 'PICKUP_ZONE')),
  -- Degrees; of a zone, its centre.
  latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  address text NOT NULL,
  minutes_before integer NOT NULL CHECK (minutes_before >= 0), -- Minutes to arrive before the start.
  price_cents integer NOT NULL DEFAULT 0 CHECK (price_cents >= 0),
  currency char(3) NOT NULL DEFAULT 'MXN',
  is_active boolean NOT NULL DEFAULT true, -- True while it is in use.
  display_order integer NOT NULL DEFAULT 1, -- Position within the cenote or tour, from 1.
  CHECK (num_nonnulls(cenote_id, tour_id) = 1)
);
CREATE INDEX meeting_point_of_cenote ON meeting_point (cenote_id, display_order, id) WHERE cenote_id IS NOT NULL;
CREATE INDEX meeting_point_of_tour ON meeting_point (tour_id, display_order, id) WHERE tour_id IS NOT NULL;

CREATE TRIGGER cenote_fact_changed AFTER INSERT OR UPDATE OR DELETE ON meeting_point
  FOR EACH ROW EXECUTE FUNCTION record_owner_change('cenote');
CREATE TRIGGER tour_fact_changed AFTER INSERT OR UPDATE OR DELETE ON meeting_point
  FOR EACH ROW EXECUTE FUNCTION record_owner_change('tour');
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON meeting_point
  FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed();
CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON meeting_point
  FOR EACH STATEMENT EXECUTE FUNCTION announce_catalog_change();

CREATE TRIGGER product_change_inserted AFTER INSERT ON meeting_point
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('meetingPoints');
CREATE TRIGGER product_change_updated AFTER UPDATE ON meeting_point
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('meetingPoints');
CREATE TRIGGER product_change_deleted AFTER DELETE ON meeting_point
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('meetingPoints');
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON meeting_point
  FOR EACH STATEMENT EXECUTE FUNCTION note_products_emptied();
