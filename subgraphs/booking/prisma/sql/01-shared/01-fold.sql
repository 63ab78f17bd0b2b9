-- Folds text into the form that people type in a search: no case, no accents, and plain quotes, dashes and letters.
-- `foldText` (platform/values/text.ts) does the same to the words searched for.
-- Example: SELECT fold('Straße in Łódź'); -- strasse in lodz
CREATE FUNCTION fold(value text)
RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN replace(replace(replace(replace(translate(
  -- Replaces ´ before the decomposition, which would turn it into a space with an accent.
  lower(
    regexp_replace(normalize(translate(value, '´`', ''''''), NFKD), '[\u0300-\u036f]', '', 'g')
    COLLATE "und-x-icu"
  ),
  'øłđðħıŋŧς‘’‚‛ʹʻʼʽ′‐‒–—―−“”„‟', 'olddhintσ''''''''''''''''''------""""'),
  'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
