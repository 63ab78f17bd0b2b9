-- Advances updated_at if a member of the product changes (changed_members), and restores it otherwise, so that no
-- statement can set it. Fires before each updated row of cenote and tour, except for updates by triggers, which set
-- updated_at themselves because of a change in another table.
CREATE FUNCTION grow_updated_at()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.updated_at := CASE WHEN changed_members(OLD, NEW) = '{}' THEN OLD.updated_at ELSE later_than(OLD.updated_at) END;
  RETURN NEW;
END $$;

-- Notes which products a statement changed: one row per set of changed members, one for the products whose availability
-- changed and one for those whose price changed. Nested loops are off because the plan is cached, and one made for a
-- single row is slow for thousands. Fires after UPDATE on cenote and tour, except for updates by triggers.
CREATE FUNCTION note_product_updates()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT SET enable_nestloop = off AS $$
BEGIN
  IF TG_TABLE_NAME = 'cenote' THEN
    INSERT INTO product_change (kind, product_type, product_ids, action, changed)
    WITH updates AS MATERIALIZED (
      SELECT n.id, changed_members(o::cenote, n::cenote) AS members, o.is_active AND NOT n.is_active AS is_deactivated,
        o.adult_cents <> n.adult_cents AS has_new_price
      FROM old_rows AS o JOIN new_rows AS n ON n.id = o.id)
    SELECT 'product', 'cenote', array_agg(id), CASE WHEN is_deactivated THEN 'deactivated' ELSE 'updated' END, members
      FROM updates WHERE members <> '{}' GROUP BY members, is_deactivated
    UNION ALL SELECT 'availability', 'cenote', array_agg(id), NULL, '{}' FROM updates
      WHERE members && '{capacity,schedule,bookingCutoffMinutes,isActive}' HAVING count(*) > 0
    UNION ALL SELECT 'pricing', 'cenote', array_agg(id), NULL, '{}' FROM updates
      WHERE has_new_price HAVING count(*) > 0;
  ELSE
    INSERT INTO product_change (kind, product_type, product_ids, action, changed)
    WITH updates AS MATERIALIZED (
      SELECT n.id, changed_members(o::tour, n::tour) AS members, o.is_active AND NOT n.is_active AS is_deactivated,
        o.adult_cents <> n.adult_cents AS has_new_price
      FROM old_rows AS o JOIN new_rows AS n ON n.id = o.id)
    SELECT 'product', 'tour', array_agg(id), CASE WHEN is_deactivated THEN 'deactivated' ELSE 'updated' END, members
      FROM updates WHERE members <> '{}' GROUP BY members, is_deactivated
    UNION ALL SELECT 'availability', 'tour', array_agg(id), NULL, '{}' FROM updates
      WHERE members && '{durationMinutes,timezone,departures,minParty,stops,bookingCutoffMinutes,isActive}'
      HAVING count(*) > 0
    UNION ALL SELECT 'pricing', 'tour', array_agg(id), NULL, '{}' FROM updates
      WHERE has_new_price HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
