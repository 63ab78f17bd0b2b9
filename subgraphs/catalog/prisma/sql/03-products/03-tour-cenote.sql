-- One row per cenote that a tour visits. Written together with the tour (subgraphs/catalog/tour/store/forms.ts), and
-- only if it differs, because each written row is announced as a change.
CREATE TABLE tour_cenote (
  tour_id uuid NOT NULL REFERENCES tour ON DELETE CASCADE,
  cenote_id uuid NOT NULL REFERENCES cenote,
  visit_order integer NOT NULL, -- Position in the tour, from 1.
  PRIMARY KEY (tour_id, cenote_id)
);
-- Serves lists of the tours that visit a cenote.
CREATE INDEX tour_cenote_by_cenote ON tour_cenote (cenote_id, tour_id);

CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE ON tour_cenote
  FOR EACH ROW EXECUTE FUNCTION record_owner_change('tour');
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON tour_cenote
  FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed();

CREATE TRIGGER product_change_inserted AFTER INSERT ON tour_cenote
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('cenoteIds');
CREATE TRIGGER product_change_updated AFTER UPDATE ON tour_cenote
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('cenoteIds');
CREATE TRIGGER product_change_deleted AFTER DELETE ON tour_cenote
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('cenoteIds');
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON tour_cenote
  FOR EACH STATEMENT EXECUTE FUNCTION note_products_emptied();
