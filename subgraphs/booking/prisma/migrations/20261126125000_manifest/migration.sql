-- The parties of tours that stop at a cenote at some hour, by containment. On large tables add the column `stops` and create
-- the index beforehand, CONCURRENTLY.
CREATE INDEX IF NOT EXISTS reservation_stop ON reservation USING gin (stops jsonb_path_ops)
  WHERE stops IS NOT NULL AND held_people > 0;
