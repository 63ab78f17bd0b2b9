-- Each row is a visitor's review of a cenote. A guest writes it once for each visit, through an invitation that booking
-- has signed, and readers see it at once. An operator can hide it. The statements that write, hide or show a review
-- also count it in the ratings of the cenote (subgraphs/catalog/review/repository.ts).
CREATE TABLE review (
  id uuid PRIMARY KEY,
  cenote_id uuid NOT NULL REFERENCES cenote ON DELETE CASCADE,
  rating integer NOT NULL CHECK (rating BETWEEN 1 AND 5), -- It is in stars.
  title text NOT NULL, -- It is empty if the guest gives none.
  content text NOT NULL,
  author text NOT NULL, -- It is the name of the visitor.
  location text, -- It is the home of the visitor, such as Puebla, México.
  date date NOT NULL, -- The review was written on this day.
  verified boolean NOT NULL DEFAULT false, -- It is true if the visit is known.
  helpful integer NOT NULL DEFAULT 0 CHECK (helpful >= 0), -- It counts readers who found it helpful.
  photos jsonb NOT NULL DEFAULT '[]', -- [{"url", "caption"}]
  -- The visit is a reservation in the database of booking. It is unique because a visit has one review, even if
  -- two requests write it at the same time. It is NULL if the visit is not known.
  reservation_id uuid UNIQUE,
  hidden_at timestamptz -- An operator hid it at this time. It is NULL while readers see it.
);
-- It serves the latest reviews of a cenote that readers see.
CREATE INDEX review_shown ON review (cenote_id, date DESC, id) WHERE hidden_at IS NULL;

CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE ON review
  FOR EACH ROW EXECUTE FUNCTION record_cenote_change();
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
