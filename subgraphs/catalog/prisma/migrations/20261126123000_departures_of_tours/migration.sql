-- When tours depart, by which clock, for which parties, and where they stop. Tours that exist depart every day at their
-- start times, in the time zone of their first cenote, and take no places of cenotes.
ALTER TABLE tour
  -- The default is for tours that a process of the release before adds.
  ADD COLUMN timezone text NOT NULL DEFAULT 'America/Cancun',
  ADD COLUMN min_party integer NOT NULL DEFAULT 1 CHECK (min_party BETWEEN 1 AND 50),
  ADD COLUMN departures jsonb,
  ADD COLUMN stops jsonb NOT NULL DEFAULT '[]';

-- Start times and capacity follow from the departures. A process of the release before writes those two alone: then the
-- departures follow from them first.
CREATE FUNCTION derive_departures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.departures IS NULL OR (TG_OP = 'UPDATE' AND NEW.departures = OLD.departures
    AND (NEW.start_times, NEW.capacity) IS DISTINCT FROM (OLD.start_times, OLD.capacity)) THEN
    NEW.departures := jsonb_build_object(
      'times', (SELECT coalesce(jsonb_agg(jsonb_build_object(
          'weekdays', '["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]'::jsonb,
          'startTime', start_time, 'capacity', NEW.capacity) ORDER BY start_time), '[]')
        FROM unnest(NEW.start_times) AS start_time),
      'exceptions', coalesce(CASE WHEN TG_OP = 'UPDATE' THEN OLD.departures->'exceptions' END, '[]'));
  END IF;
  SELECT coalesce(array_agg(DISTINCT departure->>'startTime'), '{}'), coalesce(max((departure->>'capacity')::integer), 0)
  INTO NEW.start_times, NEW.capacity FROM jsonb_array_elements(NEW.departures->'times') AS departure;
  RETURN NEW;
END $$;
CREATE TRIGGER departures_derived BEFORE INSERT OR UPDATE ON tour FOR EACH ROW EXECUTE FUNCTION derive_departures();

UPDATE tour AS t SET timezone = coalesce(
  (SELECT c.timezone FROM tour_cenote AS v JOIN cenote AS c ON c.id = v.cenote_id
   WHERE v.tour_id = t.id ORDER BY v.visit_order LIMIT 1), t.timezone);
ALTER TABLE tour ALTER COLUMN departures SET NOT NULL;
