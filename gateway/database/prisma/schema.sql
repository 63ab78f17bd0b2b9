-- The database access as its migrations leave it: the schema live, which sandbox equals, without partitions.
-- `npm run schema:sql` writes it and a test compares it; nothing executes it (docs/contributors/database.md).

CREATE TABLE api_key (
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  hash bytea NOT NULL,
  prefix text NOT NULL,
  last_four text NOT NULL,
  plan text NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  revoked_at timestamp with time zone,
  label text,
  own_limits jsonb DEFAULT '{}'::jsonb NOT NULL,
  family_id uuid NOT NULL,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  origins text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT api_key_pkey PRIMARY KEY (id),
  CONSTRAINT api_key_hash_key UNIQUE (hash),
  CONSTRAINT api_key_origins CHECK (starts_with(prefix, 'web_'::text) = (origins <> '{}'::text[])),
  CONSTRAINT api_key_plan_check CHECK (plan = ANY (ARRAY['basic'::text, 'pro'::text, 'enterprise'::text])),
  CONSTRAINT api_key_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id)
);
CREATE INDEX api_key_by_creation ON api_key USING btree (created_at DESC, id);
CREATE INDEX api_key_family_id ON api_key USING btree (family_id);
CREATE INDEX api_key_of_partner_by_creation ON api_key USING btree (partner_id, created_at DESC, id);
CREATE INDEX api_key_partner_id ON api_key USING btree (partner_id);
CREATE INDEX api_key_with_origins ON api_key USING btree (id) WHERE origins <> '{}'::text[];

CREATE TABLE change (
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  type text NOT NULL,
  subject_id text NOT NULL,
  action text NOT NULL,
  at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
  key_id uuid,
  key_last_four text,
  before jsonb,
  after jsonb,
  operation text,
  author_type text,
  key_label text,
  CONSTRAINT change_pkey PRIMARY KEY (sequence),
  CONSTRAINT change_operation_key UNIQUE (operation),
  CONSTRAINT change_action_check CHECK (action = ANY (ARRAY['CREATED'::text, 'UPDATED'::text, 'PUBLISHED'::text, 'DEACTIVATED'::text, 'DELETED'::text]))
);
CREATE INDEX change_by_key ON change USING btree (key_id, at DESC, sequence DESC);
CREATE INDEX change_by_label ON change USING btree (key_label, at DESC, sequence DESC);
CREATE INDEX change_by_subject ON change USING btree (type, subject_id, at DESC, sequence DESC);
CREATE INDEX change_by_time ON change USING btree (at DESC, sequence DESC);
CREATE INDEX change_by_type ON change USING btree (type, at DESC, sequence DESC);

CREATE TABLE idempotent_request (
  id bytea NOT NULL,
  fingerprint bytea NOT NULL,
  operation uuid DEFAULT gen_random_uuid() NOT NULL,
  worker integer,
  claimed_at timestamp with time zone DEFAULT now() NOT NULL,
  answer bytea,
  owner bytea,
  locale text,
  CONSTRAINT idempotent_request_pkey PRIMARY KEY (id)
);
CREATE INDEX idempotent_request_claimed_at ON idempotent_request USING btree (claimed_at);
CREATE INDEX idempotent_request_stored ON idempotent_request USING btree (owner, claimed_at DESC) WHERE octet_length(answer) > 0;

CREATE TABLE job_run (
  name text NOT NULL,
  last_run_at timestamp with time zone NOT NULL,
  last_duration_ms integer NOT NULL,
  last_failed_at timestamp with time zone,
  last_error text,
  failures integer DEFAULT 0 NOT NULL,
  CONSTRAINT job_run_pkey PRIMARY KEY (name)
) WITH (fillfactor=50);

CREATE TABLE partner (
  id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT partner_pkey PRIMARY KEY (id)
);
CREATE INDEX partner_by_name ON partner USING btree (name, id);
CREATE INDEX partner_name ON partner USING btree (name);

CREATE TABLE request_log (
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  key_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  operation text,
  status integer NOT NULL,
  duration_ms integer NOT NULL,
  request_id text NOT NULL,
  error_code text,
  body text,
  client text,
  CONSTRAINT request_log_pkey PRIMARY KEY (sequence)
);
CREATE INDEX request_log_age ON request_log USING btree (at);
CREATE INDEX request_log_errors_of_key ON request_log USING btree (key_id, sequence DESC) WHERE error_code IS NOT NULL;
CREATE INDEX request_log_of_key ON request_log USING btree (key_id, sequence DESC);
CREATE INDEX request_log_unmarked_of_key ON request_log USING btree (key_id, sequence DESC) WHERE client IS NULL;

CREATE TABLE trusted_document (
  id text NOT NULL,
  name text NOT NULL,
  text text NOT NULL,
  trusted_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT trusted_document_pkey PRIMARY KEY (id),
  CONSTRAINT trusted_document_id_check CHECK (id ~ '^[0-9a-f]{64}$'::text)
);

CREATE FUNCTION fold(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN replace(replace(replace(replace(translate(lower((regexp_replace(NORMALIZE(translate(value, '´`'::text, ''''''::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text) COLLATE "und-x-icu")), 'øłđðħıŋŧς‘’‚‛ʹʻʼʽ′‐‒–—―−“”„‟'::text, 'olddhintσ''''''''''''''''''------""""'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text);
