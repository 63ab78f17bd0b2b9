-- Returns a text in the form that searches compare: in lower case, without accents, with plain quotes and dashes, and
-- with plain letters for those such as ø and ß. It is NULL for NULL. Generated columns and indexes store its results,
-- so it has to be IMMUTABLE. The accent ´ is replaced first, because NFKD would turn it into a space and a mark.
-- Example: SELECT fold('Jardín del Edén – “Tulum”'); returns 'jardin del eden - "tulum"'.
CREATE FUNCTION fold(value text)
RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN replace(replace(replace(replace(
  translate(
    lower(regexp_replace(normalize(translate(value, '´`', ''''''), NFKD), '[\u0300-\u036f]', '', 'g')
      COLLATE "und-x-icu"),
    'øłđðħıŋŧς‘’‚‛ʹʻʼʽ′‐‒–—―−“”„‟',
    'olddhintσ''''''''''''''''''------""""'),
  'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
