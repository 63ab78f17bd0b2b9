-- A text as people type it when they search: without case and accents, with plain quotes, dashes and letters (Straße is
-- strasse, Łódź is lodz), as foldText in platform/values/text.ts makes it.
CREATE OR REPLACE FUNCTION fold(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(translate(value, '´`', ''''''), NFKD), '[\u0300-\u036f]', '', 'g') COLLATE "und-x-icu"),
    'øłđðħıŋŧς‘’‚‛ʹʻʼʽ′‐‒–—―−“”„‟', 'olddhintσ''''''''''''''''''------""""'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');

UPDATE reservation_search s SET content = folded.content
  FROM (SELECT partner_id, id, reservation_search_content(booking_reference, guest) AS content FROM reservation) AS folded
  WHERE folded.partner_id = s.partner_id AND folded.id = s.reservation_id AND folded.content <> s.content;
