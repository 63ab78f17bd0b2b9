-- The rating of a cenote counts the reviews that readers see. Those of guests were not counted so far, and hidden ones
-- of earlier visitors still were.
-- A review is not a change that an operator has to see before editing a cenote.
DROP TRIGGER version_grows ON cenote;
CREATE TRIGGER version_grows BEFORE UPDATE ON cenote FOR EACH ROW
  WHEN ((OLD.ratings_one, OLD.ratings_two, OLD.ratings_three, OLD.ratings_four, OLD.ratings_five)
    IS NOT DISTINCT FROM (NEW.ratings_one, NEW.ratings_two, NEW.ratings_three, NEW.ratings_four, NEW.ratings_five))
  EXECUTE FUNCTION grow_version();

UPDATE cenote SET
  ratings_one = greatest(ratings_one + added.one, 0),
  ratings_two = greatest(ratings_two + added.two, 0),
  ratings_three = greatest(ratings_three + added.three, 0),
  ratings_four = greatest(ratings_four + added.four, 0),
  ratings_five = greatest(ratings_five + added.five, 0)
FROM (
  SELECT cenote_id,
    coalesce(sum(one_each) FILTER (WHERE rating = 1), 0)::int AS one,
    coalesce(sum(one_each) FILTER (WHERE rating = 2), 0)::int AS two,
    coalesce(sum(one_each) FILTER (WHERE rating = 3), 0)::int AS three,
    coalesce(sum(one_each) FILTER (WHERE rating = 4), 0)::int AS four,
    coalesce(sum(one_each) FILTER (WHERE rating = 5), 0)::int AS five
  FROM (
    SELECT cenote_id, rating, CASE WHEN hidden_at IS NULL THEN 1 ELSE -1 END AS one_each
    FROM review WHERE (reservation_id IS NULL) <> (hidden_at IS NULL)
  ) AS miscounted
  GROUP BY cenote_id
) AS added
WHERE cenote.id = added.cenote_id;
