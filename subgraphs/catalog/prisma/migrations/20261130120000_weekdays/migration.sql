-- GraphQL shows weekdays as an enum, so nothing else may be stored.
ALTER TABLE cenote
  ADD CONSTRAINT cenote_days_open_check
    CHECK (days_open <@ '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[]),
  ADD CONSTRAINT cenote_cutoffs_check
    CHECK (jsonb_path_query_array(cutoffs, '$[*].weekday')
      <@ '["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]');
ALTER TABLE tour
  ADD CONSTRAINT tour_departures_check
    CHECK (jsonb_path_query_array(departures, '$.times[*].weekdays[*]')
      <@ '["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]');
