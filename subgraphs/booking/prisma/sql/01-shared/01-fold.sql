-- Folds a text to the form in which people type it when they search: without case and accents, and with plain quotes,
-- dashes and letters, so that "Straße" becomes "strasse" and "Łódź" becomes "lodz". Null stays null. `foldText` in
-- platform/values/text.ts does the same to the words that are searched for.
-- Example: SELECT fold('Straße in Łódź');
CREATE FUNCTION fold(value text)
RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN replace(replace(replace(replace(translate(
  -- These two are replaced first, because the decomposition would turn each of them into a space with an accent.
  lower(
    regexp_replace(normalize(translate(value, '´`', ''''''), NFKD), '[\u0300-\u036f]', '', 'g')
    COLLATE "und-x-icu"
  ),
  'øłđðħıŋŧς‘’‚‛ʹʻʼʽ′‐‒–—―−“”„‟', 'olddhintσ''''''''''''''''''------""""'),
  'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
