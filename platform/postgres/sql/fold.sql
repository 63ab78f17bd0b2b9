-- Folds a text for search: lower case, without accents, and with plain quotes, dashes and letters (ß to ss, ø to o).
-- `foldText` (platform/values/text.ts) does the same. ´ and ` become apostrophes first, because NFKD would decompose ´
-- into a space and an accent. IMMUTABLE, so that generated columns and indexes can use it. Null stays null.
-- Example: SELECT fold('Łódź – “Straße”') returns 'lodz - "strasse"'.
CREATE FUNCTION fold(value text)
RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN replace(replace(replace(replace(translate(
  lower(
    regexp_replace(normalize(translate(value, '´`', ''''''), NFKD), '[\u0300-\u036f]', '', 'g') COLLATE "und-x-icu"),
  'øłđðħıŋŧς‘’‚‛ʹʻʼʽ′‐‒–—―−“”„‟', 'olddhintσ''''''''''''''''''------""""'),
  'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
