-- One row per review of a cenote. A guest writes one per visit, through an invitation signed by booking. Readers see it
-- at once, until an operator hides it. The statements that insert, hide or show a review also update the ratings of the
-- cenote (subgraphs/catalog/review/repository.ts).
CREATE TABLE review (
  id uuid PRIMARY KEY,
  cenote_id uuid NOT NULL REFERENCES cenote ON DELETE CASCADE,
  rating integer NOT NULL CHECK (rating BETWEEN 1 AND 5), -- Stars.
  title text NOT NULL, -- Empty if omitted.
  content text NOT NULL,
  author text NOT NULL, -- Name that readers see; for a guest, first name and initial.
  location text, -- Home of the author, such as 'Puebla, México'; only in demo reviews.
  date date NOT NULL, -- Day it was written.
  verified boolean NOT NULL DEFAULT false, -- True if the author is known to have visited; always for guests.
  helpful integer NOT NULL DEFAULT 0 CHECK (helpful >= 0), -- Readers who found it helpful; only in demo reviews.
  photos jsonb NOT NULL DEFAULT '[]', -- [{"url", "caption"}]; only in demo reviews.
  -- Reservation of the visit, in booking; null for a demo review. Unique, so that concurrent requests cannot write two
  -- reviews of one visit.
  reservation_id uuid UNIQUE,
  hidden_at timestamptz -- When an operator hid it; null while readers see it.
);
-- Serves the latest reviews of a cenote that readers see.
CREATE INDEX review_shown ON review (cenote_id, date DESC, id) WHERE hidden_at IS NULL;

CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE ON review
  FOR EACH ROW EXECUTE FUNCTION record_owner_change('cenote');
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON review
  FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed();

CREATE TRIGGER product_change_inserted AFTER INSERT ON review
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('reviews');
CREATE TRIGGER product_change_updated AFTER UPDATE ON review
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('reviews');
CREATE TRIGGER product_change_deleted AFTER DELETE ON review
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('reviews');
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON review
  FOR EACH STATEMENT EXECUTE FUNCTION note_products_emptied();
