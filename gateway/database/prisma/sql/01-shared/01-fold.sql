-- Returns a text as people type it when they search: in lower case, without accents, with plain quotes, dashes and
-- letters. `foldText` (platform/values/text.ts) folds the text that they search for in the same way. The quotes ´ and `
-- are replaced first because they would decompose into a space with an accent. Null stays null.
-- Example: SELECT fold('Łódź – Straße'); -- It returns 'lodz - strasse'.
CREATE FUNCTION fold(value text)
RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN replace(replace(replace(replace(translate(
  lower(
    regexp_replace(normalize(translate(value, '´`', ''''''), NFKD), '[\u0300-\u036f]', '', 'g') COLLATE "und-x-icu"),
  'øłđðħıŋŧς‘’‚‛ʹʻʼʽ′‐‒–—―−“”„‟', 'olddhintσ''''''''''''''''''------""""'),
  'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
