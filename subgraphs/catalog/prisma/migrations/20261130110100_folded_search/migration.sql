-- The folding of booking's searches: without case and accents, with plain quotes, dashes and letters.
CREATE OR REPLACE FUNCTION fold(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(translate(value, '´`', ''''''), NFKD), '[\u0300-\u036f]', '', 'g') COLLATE "und-x-icu"),
    'øłđðħıŋŧς‘’‚‛ʹʻʼʽ′‐‒–—―−“”„‟', 'olddhintσ''''''''''''''''''------""""'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');

-- Computes the stored texts again; nothing else of the rows changes, so no trigger has to see it.
ALTER TABLE cenote DISABLE TRIGGER USER;
UPDATE cenote SET name_en = name_en, name_es = name_es, state = state, municipality = municipality;
ALTER TABLE cenote ENABLE TRIGGER USER;
REINDEX INDEX tour_by_text_en;
REINDEX INDEX tour_by_text_es;
