-- A list walks the index of its order until its page is full. Where a filter leaves out most of what comes first, that
-- is a long way: with the filters in the index no wide row is read on it.
DROP INDEX cenote_by_name_en, cenote_by_name_es, cenote_by_rating, cenote_by_price, cenote_by_created_at, cenote_by_popularity;
CREATE INDEX cenote_by_name_en ON cenote (is_active, name_en COLLATE "en-x-icu", id)
  INCLUDE (state_folded, municipality_folded, adult_cents, rating_average, created_at);
CREATE INDEX cenote_by_name_es ON cenote (is_active, name_es COLLATE "es-x-icu", id)
  INCLUDE (state_folded, municipality_folded, adult_cents, rating_average, created_at);
CREATE INDEX cenote_by_rating ON cenote (is_active, rating_average, id)
  INCLUDE (state_folded, municipality_folded, adult_cents, created_at);
CREATE INDEX cenote_by_price ON cenote (is_active, adult_cents, id)
  INCLUDE (state_folded, municipality_folded, rating_average, created_at);
CREATE INDEX cenote_by_created_at ON cenote (is_active, created_at, id)
  INCLUDE (state_folded, municipality_folded, adult_cents, rating_average);
CREATE INDEX cenote_by_popularity ON cenote (is_active, popularity, id)
  INCLUDE (state_folded, municipality_folded, adult_cents, rating_average, created_at);
