-- The partners of schema/built-in-partners.ts: operators act for every partner, and sell for `direct` themselves.
INSERT INTO partner (id, name) VALUES
  ('6f706572-6174-8f72-8000-000000000001', 'Operator'),
  ('64697265-6374-8000-8000-000000000001', 'direct')
ON CONFLICT (id) DO NOTHING;
