-- Functions that run with the rights of the tables' owner are for roles that may write events, not for everyone who may
-- connect; and they find nothing in other schemas, temporary tables of the caller last.
ALTER FUNCTION attach_partition(text, text, text, text, text) SECURITY INVOKER;
REVOKE ALL ON FUNCTION attach_partition(text, text, text, text, text) FROM PUBLIC;
DO $$
DECLARE
  function regprocedure;
  granted record;
BEGIN
  FOREACH function IN ARRAY ARRAY['add_event_partitions(timestamptz)', 'drop_expired_event_partition()']::regprocedure[] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', function);
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', function, current_schema);
    -- Other roles that an administrator let in; PUBLIC, 0, is none of them.
    FOR granted IN SELECT DISTINCT r.rolname FROM pg_class c, aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
      WHERE c.oid = 'reservation_event'::regclass AND a.privilege_type = 'INSERT' AND a.grantee <> c.relowner
    LOOP
      EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', function, granted.rolname);
    END LOOP;
  END LOOP;
END $$;
