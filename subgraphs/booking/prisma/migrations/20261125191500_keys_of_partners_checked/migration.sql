-- No writer waits for a validation.
DO $$
DECLARE
  named record;
BEGIN
  FOR named IN SELECT conrelid::regclass AS child, conname FROM pg_constraint
    WHERE contype = 'f' AND confrelid IN ('reservation'::regclass, 'communication'::regclass) AND conparentid = 0 AND NOT convalidated
  LOOP
    EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT %I', named.child, named.conname);
  END LOOP;
END $$;
