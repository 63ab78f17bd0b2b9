-- Returns the members of a cenote that differ between two states of its row, such as '{name,images}'. Add each new
-- column that partners see. Columns without a member, such as popularity, are not announced; adult_cents is announced
-- as a price instead.
-- Example: SELECT changed_members(o, n) FROM cenote AS o, cenote AS n WHERE (o.slug, n.slug) = ('azul', 'calavera');
CREATE FUNCTION changed_members(o cenote, n cenote)
RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_remove(ARRAY[
    CASE WHEN (o.name_en, o.name_es) IS DISTINCT FROM (n.name_en, n.name_es) THEN 'name' END,
    CASE WHEN o.slug IS DISTINCT FROM n.slug THEN 'slug' END,
    CASE WHEN (o.description_en, o.description_es) IS DISTINCT FROM (n.description_en, n.description_es)
      THEN 'description' END,
    CASE WHEN o.long_description IS DISTINCT FROM n.long_description THEN 'longDescription' END,
    CASE WHEN (o.latitude, o.longitude, o.address, o.state, o.municipality, o.zip_code, o.directions, o.landmarks)
      IS DISTINCT FROM
        (n.latitude, n.longitude, n.address, n.state, n.municipality, n.zip_code, n.directions, n.landmarks)
      THEN 'location' END,
    CASE WHEN o.contact IS DISTINCT FROM n.contact THEN 'contact' END,
    CASE WHEN (o.currency, o.includes, o.excludes) IS DISTINCT FROM (n.currency, n.includes, n.excludes)
      THEN 'pricing' END,
    CASE WHEN o.features IS DISTINCT FROM n.features THEN 'features' END,
    CASE WHEN (o.daily_capacity, o.hourly_capacity) IS DISTINCT FROM (n.daily_capacity, n.hourly_capacity)
      THEN 'capacity' END,
    CASE WHEN (o.open_time, o.close_time, o.timezone, o.days_open, o.cutoffs)
      IS DISTINCT FROM (n.open_time, n.close_time, n.timezone, n.days_open, n.cutoffs) THEN 'schedule' END,
    CASE WHEN o.booking_cutoff_minutes IS DISTINCT FROM n.booking_cutoff_minutes THEN 'bookingCutoffMinutes' END,
    CASE WHEN (o.ratings_one, o.ratings_two, o.ratings_three, o.ratings_four, o.ratings_five)
      IS DISTINCT FROM (n.ratings_one, n.ratings_two, n.ratings_three, n.ratings_four, n.ratings_five)
      THEN 'rating' END,
    CASE WHEN o.images IS DISTINCT FROM n.images THEN 'images' END,
    CASE WHEN o.guidelines IS DISTINCT FROM n.guidelines THEN 'guidelines' END,
    CASE WHEN o.weather IS DISTINCT FROM n.weather THEN 'weather' END,
    CASE WHEN o.conservation IS DISTINCT FROM n.conservation THEN 'conservation' END,
    CASE WHEN o.certifications IS DISTINCT FROM n.certifications THEN 'certifications' END,
    CASE WHEN (o.featured, o.verified_at) IS DISTINCT FROM (n.featured, n.verified_at) THEN 'metadata' END,
    CASE WHEN o.is_active IS DISTINCT FROM n.is_active THEN 'isActive' END,
    CASE WHEN o.created_at IS DISTINCT FROM n.created_at THEN 'createdAt' END
  ], NULL) $$;

-- Returns the members of a tour that differ between two states of its row.
-- Example: SELECT changed_members(o, n) FROM tour AS o, tour AS n
--   WHERE (o.slug, n.slug) = ('dos-ojos-diving', 'homun-underground');
CREATE FUNCTION changed_members(o tour, n tour)
RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_remove(ARRAY[
    CASE WHEN (o.name_en, o.name_es) IS DISTINCT FROM (n.name_en, n.name_es) THEN 'name' END,
    CASE WHEN o.slug IS DISTINCT FROM n.slug THEN 'slug' END,
    CASE WHEN o.description IS DISTINCT FROM n.description THEN 'description' END,
    CASE WHEN o.duration_minutes IS DISTINCT FROM n.duration_minutes THEN 'durationMinutes' END,
    CASE WHEN o.currency IS DISTINCT FROM n.currency THEN 'pricing' END,
    CASE WHEN o.timezone IS DISTINCT FROM n.timezone THEN 'timezone' END,
    CASE WHEN o.departures IS DISTINCT FROM n.departures THEN 'departures' END,
    CASE WHEN o.start_times IS DISTINCT FROM n.start_times THEN 'startTimes' END,
    CASE WHEN o.capacity IS DISTINCT FROM n.capacity THEN 'capacity' END,
    CASE WHEN o.min_party IS DISTINCT FROM n.min_party THEN 'minParty' END,
    CASE WHEN o.stops IS DISTINCT FROM n.stops THEN 'stops' END,
    CASE WHEN o.booking_cutoff_minutes IS DISTINCT FROM n.booking_cutoff_minutes THEN 'bookingCutoffMinutes' END,
    CASE WHEN o.includes IS DISTINCT FROM n.includes THEN 'includes' END,
    CASE WHEN o.excludes IS DISTINCT FROM n.excludes THEN 'excludes' END,
    CASE WHEN o.images IS DISTINCT FROM n.images THEN 'images' END,
    CASE WHEN o.is_active IS DISTINCT FROM n.is_active THEN 'isActive' END,
    CASE WHEN o.created_at IS DISTINCT FROM n.created_at THEN 'createdAt' END
  ], NULL) $$;
