-- The database booking as its migrations leave it: the schema live, which sandbox equals, without partitions.
-- `npm run schema:sql` writes it and a test compares it; nothing executes it (docs/contributors/database.md).

CREATE EXTENSION pg_trgm;

CREATE TABLE cenote_fence (
  cenote_id uuid NOT NULL,
  version integer NOT NULL,
  CONSTRAINT cenote_fence_pkey PRIMARY KEY (cenote_id)
);

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

CREATE TABLE change_feed (
  one boolean DEFAULT true NOT NULL,
  places_position text NOT NULL,
  booking_position text,
  catalog_position text,
  pricing_position text,
  system_identifier bigint NOT NULL,
  published_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
  read_at timestamp with time zone NOT NULL,
  CONSTRAINT change_feed_pkey PRIMARY KEY (one),
  CONSTRAINT change_feed_one_check CHECK (one)
) WITH (fillfactor=50);

CREATE TABLE closure (
  id uuid NOT NULL,
  cenote_id uuid NOT NULL,
  start_date text NOT NULL,
  end_date text NOT NULL,
  reason text NOT NULL,
  message jsonb NOT NULL,
  CONSTRAINT closure_pkey PRIMARY KEY (id),
  CONSTRAINT closure_check CHECK (end_date >= start_date)
);
CREATE INDEX closure_cenote ON closure USING btree (cenote_id, end_date);
CREATE TRIGGER fact_changed AFTER INSERT OR DELETE OR UPDATE ON closure FOR EACH ROW EXECUTE FUNCTION record_calendar_change();
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON closure FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed();
CREATE TRIGGER product_change_deleted AFTER DELETE ON closure REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_calendar_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON closure FOR EACH STATEMENT EXECUTE FUNCTION note_calendar_change();
CREATE TRIGGER product_change_inserted AFTER INSERT ON closure REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_calendar_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON closure REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_calendar_change();

CREATE TABLE communication (
  id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  sent_at timestamp with time zone,
  scheduled_for timestamp with time zone,
  recipient text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  language text,
  due_at timestamp with time zone,
  attempts integer DEFAULT 0 NOT NULL,
  partner_id uuid NOT NULL,
  delivery_attempts jsonb DEFAULT '[]'::jsonb NOT NULL,
  resent_at timestamp with time zone[] DEFAULT '{}'::timestamp with time zone[] NOT NULL,
  changed_from jsonb,
  CONSTRAINT communication_pkey PRIMARY KEY (partner_id, id),
  CONSTRAINT communication_reservation_fkey FOREIGN KEY (partner_id, reservation_id) REFERENCES reservation(partner_id, id)
);
CREATE INDEX communication_due ON communication USING btree (due_at) WHERE status = 'scheduled'::text;
CREATE UNIQUE INDEX communication_reminder ON communication USING btree (reservation_id) WHERE type = 'reminder_email'::text;
CREATE UNIQUE INDEX communication_reminder_of_partner ON communication USING btree (partner_id, reservation_id) WHERE type = 'reminder_email'::text;
CREATE INDEX communication_reservation ON communication USING btree (reservation_id, created_at);
CREATE INDEX previous_release_message ON communication USING btree (id);
CREATE TRIGGER previous_release_message BEFORE INSERT ON communication FOR EACH ROW WHEN (new.partner_id IS NULL) EXECUTE FUNCTION previous_release_message();

CREATE TABLE completed_operation (
  partner_id uuid NOT NULL,
  operation text NOT NULL,
  reservation_id uuid NOT NULL,
  version integer NOT NULL,
  completed_at timestamp with time zone DEFAULT now() NOT NULL,
  told jsonb,
  CONSTRAINT completed_operation_pkey PRIMARY KEY (partner_id, operation)
);
CREATE INDEX completed_operation_completed_at ON completed_operation USING btree (completed_at);

CREATE TABLE coupon_claim (
  reservation_id uuid NOT NULL,
  code text NOT NULL,
  state text NOT NULL,
  claimed_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  CONSTRAINT coupon_claim_pkey PRIMARY KEY (reservation_id),
  CONSTRAINT coupon_claim_state_check CHECK (state = ANY (ARRAY['claimed'::text, 'kept'::text, 'returning'::text, 'returned'::text]))
);
CREATE INDEX coupon_claim_due ON coupon_claim USING btree (due_at) WHERE state = ANY (ARRAY['claimed'::text, 'returning'::text]);

CREATE TABLE disruption (
  id uuid NOT NULL,
  cause text NOT NULL,
  cenote_id uuid NOT NULL,
  closure_id uuid,
  first_date text NOT NULL,
  last_date text,
  times text[],
  choice text NOT NULL,
  reason text NOT NULL,
  note jsonb,
  notify_guests boolean NOT NULL,
  author jsonb NOT NULL,
  operation text,
  created_at timestamp with time zone NOT NULL,
  is_cleared boolean DEFAULT false NOT NULL,
  look_at timestamp with time zone,
  product_type text DEFAULT 'cenote'::text NOT NULL,
  slots jsonb,
  CONSTRAINT disruption_pkey PRIMARY KEY (id),
  CONSTRAINT disruption_operation_key UNIQUE (operation),
  CONSTRAINT disruption_cause_check CHECK (cause = ANY (ARRAY['closure'::text, 'slots'::text, 'deactivation'::text, 'departures'::text, 'capacity'::text])),
  CONSTRAINT disruption_choice_check CHECK (choice = ANY (ARRAY['keep'::text, 'cancel'::text])),
  CONSTRAINT disruption_product_type_check CHECK (product_type = ANY (ARRAY['cenote'::text, 'tour'::text]))
);
CREATE INDEX disruption_by_creation ON disruption USING btree (created_at, id);
CREATE INDEX disruption_of_cenote ON disruption USING btree (cenote_id, created_at);
CREATE INDEX disruption_of_closure ON disruption USING btree (closure_id) WHERE closure_id IS NOT NULL;
CREATE INDEX disruption_to_look ON disruption USING btree (look_at) WHERE look_at IS NOT NULL;

CREATE TABLE disruption_reservation (
  partner_id uuid NOT NULL,
  disruption_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  state text NOT NULL,
  due_at timestamp with time zone,
  CONSTRAINT disruption_reservation_pkey PRIMARY KEY (partner_id, disruption_id, reservation_id),
  CONSTRAINT disruption_reservation_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'marked'::text, 'cancelled'::text, 'failed'::text, 'moved'::text, 'cleared'::text]))
);
CREATE INDEX disruption_reservation_due ON disruption_reservation USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX disruption_reservation_marked ON disruption_reservation USING btree (partner_id, reservation_id);
CREATE INDEX disruption_reservation_of ON disruption_reservation USING btree (disruption_id, state);

CREATE TABLE event_horizon (
  partner_id uuid NOT NULL,
  transaction_id xid8 NOT NULL,
  sequence bigint NOT NULL,
  CONSTRAINT event_horizon_pkey PRIMARY KEY (partner_id)
);
CREATE INDEX event_horizon_position ON event_horizon USING btree (transaction_id, sequence);

CREATE TABLE event_log (
  one boolean DEFAULT true NOT NULL,
  id uuid NOT NULL,
  system_identifier bigint NOT NULL,
  CONSTRAINT event_log_pkey PRIMARY KEY (one),
  CONSTRAINT event_log_one_check CHECK (one)
);

CREATE TABLE event_retention (
  one boolean DEFAULT true NOT NULL,
  expired_before timestamp with time zone NOT NULL,
  CONSTRAINT event_retention_pkey PRIMARY KEY (one),
  CONSTRAINT event_retention_one_check CHECK (one)
);

CREATE TABLE fact_change (
  transaction xid8 DEFAULT pg_current_xact_id() NOT NULL,
  tag text NOT NULL,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
CREATE INDEX fact_change_by_transaction ON fact_change USING btree (transaction);

CREATE TABLE inventory_day (
  cenote_id uuid NOT NULL,
  visit_date text NOT NULL,
  booked integer NOT NULL,
  CONSTRAINT inventory_day_pkey PRIMARY KEY (cenote_id, visit_date),
  CONSTRAINT inventory_day_booked_check CHECK (booked >= 0)
) WITH (fillfactor=50);
CREATE TRIGGER fact_changed AFTER INSERT OR DELETE OR UPDATE ON inventory_day FOR EACH ROW EXECUTE FUNCTION record_availability_change();
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON inventory_day FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed();

CREATE TABLE inventory_slot (
  cenote_id uuid NOT NULL,
  visit_date text NOT NULL,
  visit_time text NOT NULL,
  booked integer DEFAULT 0 NOT NULL,
  capacity integer,
  closed boolean DEFAULT false NOT NULL,
  note text,
  event_capacity integer,
  CONSTRAINT inventory_slot_pkey PRIMARY KEY (cenote_id, visit_date, visit_time),
  CONSTRAINT inventory_slot_booked_check CHECK (booked >= 0),
  CONSTRAINT inventory_slot_check CHECK (capacity >= booked),
  CONSTRAINT inventory_slot_event_capacity CHECK (COALESCE(capacity, event_capacity) >= booked)
) WITH (fillfactor=50);
CREATE TRIGGER fact_added AFTER INSERT ON inventory_slot FOR EACH ROW WHEN (new.capacity IS NOT NULL OR new.event_capacity IS NOT NULL OR new.closed OR new.note IS NOT NULL) EXECUTE FUNCTION record_availability_change();
CREATE TRIGGER fact_changed AFTER UPDATE ON inventory_slot FOR EACH ROW WHEN (old.capacity IS DISTINCT FROM new.capacity OR old.event_capacity IS DISTINCT FROM new.event_capacity OR old.closed IS DISTINCT FROM new.closed OR old.note IS DISTINCT FROM new.note) EXECUTE FUNCTION record_availability_change();
CREATE TRIGGER fact_removed AFTER DELETE ON inventory_slot FOR EACH ROW EXECUTE FUNCTION record_availability_change();
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON inventory_slot FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed();

CREATE TABLE job_run (
  name text NOT NULL,
  last_run_at timestamp with time zone NOT NULL,
  last_duration_ms integer NOT NULL,
  last_failed_at timestamp with time zone,
  last_error text,
  failures integer DEFAULT 0 NOT NULL,
  CONSTRAINT job_run_pkey PRIMARY KEY (name)
) WITH (fillfactor=50);

CREATE TABLE partner_settings (
  partner_id uuid NOT NULL,
  version integer NOT NULL,
  guest_may_cancel boolean NOT NULL,
  guest_may_change boolean NOT NULL,
  hide_price boolean NOT NULL,
  tickets text NOT NULL,
  return_origins text[] NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT partner_settings_pkey PRIMARY KEY (partner_id),
  CONSTRAINT partner_settings_tickets_check CHECK (tickets = ANY (ARRAY['party'::text, 'person'::text]))
);

CREATE TABLE product_change (
  transaction xid8 DEFAULT pg_current_xact_id() NOT NULL,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  kind text NOT NULL,
  product_type text,
  product_ids uuid[],
  action text,
  changed text[] DEFAULT '{}'::text[] NOT NULL,
  date_from text,
  date_to text,
  CONSTRAINT product_change_action_check CHECK (action = ANY (ARRAY['created'::text, 'updated'::text, 'deactivated'::text])),
  CONSTRAINT product_change_check CHECK ((kind = 'product'::text) = (action IS NOT NULL)),
  CONSTRAINT product_change_kind_check CHECK (kind = ANY (ARRAY['availability'::text, 'product'::text, 'pricing'::text])),
  CONSTRAINT product_change_product_type_check CHECK (product_type = ANY (ARRAY['cenote'::text, 'tour'::text]))
);
CREATE INDEX product_change_by_transaction ON product_change USING btree (transaction);

CREATE TABLE product_event (
  transaction_id xid8 DEFAULT pg_current_xact_id() NOT NULL,
  sequence bigint DEFAULT nextval(pg_get_serial_sequence('reservation_event'::text, 'sequence'::text)::regclass) NOT NULL,
  id uuid NOT NULL,
  type text NOT NULL,
  product_type text,
  product_id uuid,
  date_from text,
  date_to text,
  changed text[],
  occurred_at timestamp with time zone NOT NULL,
  CONSTRAINT product_event_pkey PRIMARY KEY (transaction_id, sequence),
  CONSTRAINT product_event_check CHECK ((product_type IS NULL) = (product_id IS NULL)),
  CONSTRAINT product_event_check1 CHECK (date_from <= date_to),
  CONSTRAINT product_event_product_type_check CHECK (product_type = ANY (ARRAY['cenote'::text, 'tour'::text]))
);
CREATE INDEX product_event_by_age ON product_event USING btree (occurred_at) INCLUDE (transaction_id, sequence, type, product_type);
CREATE UNIQUE INDEX product_event_id ON product_event USING btree (id);
CREATE INDEX product_event_of_all ON product_event USING btree (transaction_id, sequence) INCLUDE (type, occurred_at) WHERE product_id IS NULL;
CREATE INDEX product_event_of_product ON product_event USING btree (product_id, transaction_id, sequence) INCLUDE (type, occurred_at);
CREATE INDEX product_event_of_tour ON product_event USING btree (transaction_id, sequence) INCLUDE (type, occurred_at) WHERE product_type = 'tour'::text OR product_type IS NULL;
CREATE INDEX product_event_of_type ON product_event USING btree (type, transaction_id, sequence) INCLUDE (product_type, occurred_at);
CREATE TRIGGER deliveries_emptied AFTER TRUNCATE ON product_event FOR EACH STATEMENT EXECUTE FUNCTION remove_deliveries_of_events();
CREATE TRIGGER deliveries_removed AFTER DELETE ON product_event REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION remove_deliveries_of_events();

CREATE TABLE product_event_horizon (
  type text NOT NULL,
  transaction_id xid8 NOT NULL,
  sequence bigint NOT NULL,
  CONSTRAINT product_event_horizon_pkey PRIMARY KEY (type)
);

CREATE TABLE queued_mail (
  partner_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  communication_id uuid NOT NULL,
  type text NOT NULL,
  due_at timestamp with time zone NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  round integer DEFAULT 0 NOT NULL,
  lease_holder uuid,
  leased_until timestamp with time zone,
  CONSTRAINT queued_mail_pkey PRIMARY KEY (partner_id, communication_id)
);
CREATE INDEX queued_mail_due ON queued_mail USING btree (due_at);

CREATE TABLE reservation (
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  booking_reference text NOT NULL,
  confirmation_code text NOT NULL,
  status text NOT NULL,
  cenote_id uuid NOT NULL,
  visit_date text NOT NULL,
  visit_time text NOT NULL,
  timezone text NOT NULL,
  visit_at timestamp with time zone NOT NULL,
  day_ends_at timestamp with time zone NOT NULL,
  adults integer NOT NULL,
  children integer NOT NULL,
  seniors integer NOT NULL,
  guest jsonb NOT NULL,
  guest_email text NOT NULL,
  pricing jsonb NOT NULL,
  services jsonb NOT NULL,
  special_requests text,
  notes jsonb,
  metadata jsonb NOT NULL,
  payment jsonb,
  cancellation jsonb,
  refund jsonb,
  documents jsonb DEFAULT '[]'::jsonb NOT NULL,
  check_in jsonb,
  confirmation_sent boolean DEFAULT false NOT NULL,
  reminder_sent boolean DEFAULT false NOT NULL,
  payment_deadline timestamp with time zone NOT NULL,
  version integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  coupon_code text,
  completion jsonb,
  extended_at timestamp with time zone,
  held_people integer GENERATED ALWAYS AS (
CASE
    WHEN (status = ANY (ARRAY['pending'::text, 'confirmed'::text, 'in_progress'::text, 'completed'::text])) OR status = 'refunded'::text AND completion IS NOT NULL THEN adults + children + seniors
    ELSE 0
END) STORED NOT NULL,
  language text DEFAULT 'en'::text NOT NULL,
  partner_name text,
  disrupted boolean DEFAULT false NOT NULL,
  infants integer DEFAULT 0 NOT NULL,
  teens integer DEFAULT 0 NOT NULL,
  reseller_reference text,
  external_id uuid,
  requested jsonb,
  is_hold boolean DEFAULT false NOT NULL,
  hold_ends_at timestamp with time zone,
  refund_ceiling double precision DEFAULT 1 NOT NULL,
  product_type text DEFAULT 'cenote'::text NOT NULL,
  stops jsonb,
  transport jsonb,
  product_names jsonb,
  guest_terms jsonb,
  participants jsonb,
  CONSTRAINT reservation_pkey PRIMARY KEY (partner_id, id),
  CONSTRAINT reservation_adults_check CHECK (adults >= 0),
  CONSTRAINT reservation_children_check CHECK (children >= 0),
  CONSTRAINT reservation_infants_check CHECK (infants >= 0),
  CONSTRAINT reservation_language_check CHECK (language = ANY (ARRAY['en'::text, 'es'::text])),
  CONSTRAINT reservation_product_type_check CHECK (product_type = ANY (ARRAY['cenote'::text, 'tour'::text])),
  CONSTRAINT reservation_seniors_check CHECK (seniors >= 0),
  CONSTRAINT reservation_status_check CHECK (status = ANY (ARRAY['pending'::text, 'confirmed'::text, 'in_progress'::text, 'completed'::text, 'cancelled'::text, 'no_show'::text, 'refunded'::text])),
  CONSTRAINT reservation_teens_check CHECK (teens >= 0)
);
CREATE INDEX reservation_by_change ON reservation USING btree (partner_id, updated_at, id) INCLUDE (status, cenote_id, visit_date, created_at);
CREATE INDEX reservation_by_creation ON reservation USING btree (partner_id, created_at, id) INCLUDE (status, cenote_id, visit_date);
CREATE INDEX reservation_by_id ON reservation USING btree (id);
CREATE INDEX reservation_by_visit ON reservation USING btree (partner_id, visit_date, visit_time, id) INCLUDE (status, cenote_id, created_at);
CREATE INDEX reservation_day_end ON reservation USING btree (day_ends_at) WHERE status = 'confirmed'::text;
CREATE INDEX reservation_hold ON reservation USING btree (payment_deadline) WHERE status = 'pending'::text;
CREATE INDEX reservation_of_all_by_change ON reservation USING btree (updated_at, id) INCLUDE (status, cenote_id, visit_date, created_at);
CREATE INDEX reservation_of_all_by_creation ON reservation USING btree (created_at, id) INCLUDE (status, cenote_id, visit_date);
CREATE INDEX reservation_of_all_by_visit ON reservation USING btree (visit_date, visit_time, id) INCLUDE (status, cenote_id, created_at);
CREATE INDEX reservation_of_cenote_by_change ON reservation USING btree (partner_id, cenote_id, updated_at, id) INCLUDE (status, visit_date, created_at);
CREATE INDEX reservation_of_cenote_by_creation ON reservation USING btree (partner_id, cenote_id, created_at, id) INCLUDE (status, visit_date);
CREATE INDEX reservation_of_cenote_by_visit ON reservation USING btree (partner_id, cenote_id, visit_date, visit_time, id) INCLUDE (status, created_at);
CREATE INDEX reservation_of_guest_by_creation ON reservation USING btree (partner_id, guest_email, created_at, id);
CREATE INDEX reservation_of_reseller_reference ON reservation USING btree (reseller_reference, partner_id, created_at, id) WHERE reseller_reference IS NOT NULL;
CREATE INDEX reservation_of_status_by_change ON reservation USING btree (partner_id, status, updated_at, id) INCLUDE (cenote_id, visit_date, created_at);
CREATE INDEX reservation_of_status_by_creation ON reservation USING btree (partner_id, status, created_at, id) INCLUDE (cenote_id, visit_date);
CREATE INDEX reservation_of_status_by_visit ON reservation USING btree (partner_id, status, visit_date, visit_time, id) INCLUDE (cenote_id, created_at);
CREATE INDEX reservation_of_tour_by_creation ON reservation USING btree (partner_id, created_at, id) WHERE product_type = 'tour'::text;
CREATE INDEX reservation_previous_release ON reservation USING btree (booking_reference);
CREATE INDEX reservation_refund_due ON reservation USING btree (partner_id, created_at, id) WHERE payment IS NOT NULL AND
CASE
    WHEN status = 'pending'::text THEN true
    WHEN status = 'cancelled'::text THEN ((refund ->> 'amountCents'::text)::bigint) > ((refund ->> 'settledCents'::text)::bigint)
    WHEN status = ANY (ARRAY['confirmed'::text, 'in_progress'::text]) THEN ((payment ->> 'amountCents'::text)::bigint) > (COALESCE((payment ->> 'returnedCents'::text)::bigint, 0::bigint) + ((pricing ->> 'totalCents'::text)::bigint))
    ELSE false
END;
CREATE INDEX reservation_slot ON reservation USING btree (cenote_id, visit_date, visit_time) WHERE held_people > 0;
CREATE INDEX reservation_stop ON reservation USING gin (stops jsonb_path_ops) WHERE stops IS NOT NULL AND held_people > 0;
CREATE TRIGGER previous_release_change AFTER UPDATE ON reservation FOR EACH ROW WHEN (old.guest IS DISTINCT FROM new.guest OR old.payment_deadline IS DISTINCT FROM new.payment_deadline) EXECUTE FUNCTION previous_release_change();

CREATE TABLE reservation_code (
  kind text NOT NULL,
  code text NOT NULL,
  partner_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  CONSTRAINT reservation_code_kind_check CHECK (kind = ANY (ARRAY['id'::text, 'reference'::text, 'confirmation'::text, 'external_id'::text]))
);
CREATE UNIQUE INDEX reservation_code_external_id ON reservation_code USING btree (kind, code, partner_id) WHERE kind = 'external_id'::text;
CREATE UNIQUE INDEX reservation_code_key ON reservation_code USING btree (kind, code) WHERE kind <> 'external_id'::text;

CREATE TABLE reservation_due (
  reservation_id uuid NOT NULL,
  kind text NOT NULL,
  partner_id uuid NOT NULL,
  due_at timestamp with time zone NOT NULL,
  cenote_id uuid,
  visit_date text,
  attempts integer DEFAULT 0 NOT NULL,
  stops uuid[],
  CONSTRAINT reservation_due_pkey PRIMARY KEY (reservation_id, kind),
  CONSTRAINT reservation_due_kind_check CHECK (kind = ANY (ARRAY['hold'::text, 'no_show'::text, 'reminder'::text, 'test_mail'::text, 'demo_review'::text]))
);
CREATE INDEX reservation_due_at ON reservation_due USING btree (kind, due_at);

CREATE TABLE reservation_event (
  transaction_id xid8 DEFAULT pg_current_xact_id() NOT NULL,
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  cenote_id uuid NOT NULL,
  type text NOT NULL,
  version integer NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  snapshot jsonb NOT NULL,
  traceparent text,
  previous_cenote_id uuid,
  product_type text DEFAULT 'cenote'::text NOT NULL,
  previous_product_type text
) PARTITION BY RANGE (occurred_at);
CREATE INDEX reservation_event_by_age ON ONLY reservation_event USING btree (occurred_at) INCLUDE (transaction_id, sequence, partner_id, type);
CREATE INDEX reservation_event_of_cenote ON ONLY reservation_event USING btree (cenote_id, transaction_id, sequence) INCLUDE (type, occurred_at);
CREATE INDEX reservation_event_of_partner ON ONLY reservation_event USING btree (partner_id, transaction_id, sequence) INCLUDE (type, occurred_at);
CREATE INDEX reservation_event_of_previous_cenote ON ONLY reservation_event USING btree (previous_cenote_id, transaction_id, sequence) INCLUDE (type, occurred_at) WHERE previous_cenote_id IS NOT NULL;
CREATE INDEX reservation_event_of_tour ON ONLY reservation_event USING btree (transaction_id, sequence) INCLUDE (partner_id, type, occurred_at) WHERE product_type = 'tour'::text OR previous_product_type = 'tour'::text;
CREATE TRIGGER deliveries_emptied AFTER TRUNCATE ON reservation_event FOR EACH STATEMENT EXECUTE FUNCTION remove_deliveries_of_events();
CREATE TRIGGER deliveries_removed AFTER DELETE ON reservation_event REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION remove_deliveries_of_events();

CREATE TABLE reservation_modification (
  partner_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  version integer NOT NULL,
  at timestamp with time zone NOT NULL,
  author jsonb,
  changes jsonb NOT NULL,
  previous_total_cents integer NOT NULL,
  new_total_cents integer NOT NULL,
  CONSTRAINT reservation_modification_pkey PRIMARY KEY (partner_id, reservation_id, version)
);

CREATE TABLE reservation_search (
  reservation_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  content text NOT NULL,
  CONSTRAINT reservation_search_pkey PRIMARY KEY (partner_id, reservation_id),
  CONSTRAINT reservation_search_reservation_fkey FOREIGN KEY (partner_id, reservation_id) REFERENCES reservation(partner_id, id) ON DELETE CASCADE
);
CREATE INDEX reservation_search_content ON reservation_search USING gin (content gin_trgm_ops);

CREATE TABLE reservation_total (
  partner_id uuid NOT NULL,
  visit_date text NOT NULL,
  part bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  pending integer DEFAULT 0 NOT NULL,
  confirmed integer DEFAULT 0 NOT NULL,
  in_progress integer DEFAULT 0 NOT NULL,
  completed integer DEFAULT 0 NOT NULL,
  cancelled integer DEFAULT 0 NOT NULL,
  no_show integer DEFAULT 0 NOT NULL,
  refunded integer DEFAULT 0 NOT NULL,
  CONSTRAINT reservation_total_pkey PRIMARY KEY (partner_id, visit_date, part)
) WITH (fillfactor=50);

CREATE TABLE special_event (
  id uuid NOT NULL,
  cenote_id uuid NOT NULL,
  event_date text NOT NULL,
  message jsonb NOT NULL,
  start_time text,
  end_time text,
  capacity integer,
  series_id uuid DEFAULT gen_random_uuid() NOT NULL,
  CONSTRAINT special_event_pkey PRIMARY KEY (id),
  CONSTRAINT special_event_capacity_check CHECK (capacity >= 0)
);
CREATE INDEX special_event_cenote ON special_event USING btree (cenote_id, event_date);
CREATE INDEX special_event_series ON special_event USING btree (series_id, event_date);
CREATE TRIGGER fact_changed AFTER INSERT OR DELETE OR UPDATE ON special_event FOR EACH ROW EXECUTE FUNCTION record_calendar_change();
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON special_event FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed();
CREATE TRIGGER product_change_deleted AFTER DELETE ON special_event REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_calendar_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON special_event FOR EACH STATEMENT EXECUTE FUNCTION note_calendar_change();
CREATE TRIGGER product_change_inserted AFTER INSERT ON special_event REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_calendar_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON special_event REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_calendar_change();

CREATE TABLE status_change (
  reservation_id uuid NOT NULL,
  version integer NOT NULL,
  status text NOT NULL,
  at timestamp with time zone NOT NULL,
  note text,
  partner_id uuid NOT NULL,
  author jsonb,
  CONSTRAINT status_change_pkey PRIMARY KEY (partner_id, reservation_id, version),
  CONSTRAINT status_change_reservation_fkey FOREIGN KEY (partner_id, reservation_id) REFERENCES reservation(partner_id, id)
);
CREATE INDEX previous_release_history ON status_change USING btree (reservation_id);
CREATE TRIGGER previous_release_history BEFORE INSERT ON status_change FOR EACH ROW WHEN (new.partner_id IS NULL) EXECUTE FUNCTION previous_release_history();

CREATE TABLE test_mail (
  communication_id uuid NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  partner_id uuid NOT NULL,
  CONSTRAINT test_mail_pkey PRIMARY KEY (partner_id, communication_id),
  CONSTRAINT test_mail_communication_fkey FOREIGN KEY (partner_id, communication_id) REFERENCES communication(partner_id, id) ON DELETE CASCADE
);
CREATE INDEX previous_release_test_mail ON test_mail USING btree (communication_id);
CREATE INDEX test_mail_created_at ON test_mail USING btree (created_at);
CREATE TRIGGER previous_release_test_mail BEFORE INSERT ON test_mail FOR EACH ROW WHEN (new.partner_id IS NULL) EXECUTE FUNCTION previous_release_test_mail();

CREATE TABLE webhook (
  id uuid NOT NULL,
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  partner_id uuid NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  description text,
  is_active boolean DEFAULT true NOT NULL,
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_secret_expires_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  deleted_at timestamp with time zone,
  lease_holder uuid,
  leased_until timestamp with time zone,
  format text DEFAULT 'standard'::text NOT NULL,
  headers bytea,
  CONSTRAINT webhook_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_events_check CHECK (cardinality(events) > 0),
  CONSTRAINT webhook_format_check CHECK (format = ANY (ARRAY['standard'::text, 'octo'::text]))
) WITH (fillfactor=70);
CREATE UNIQUE INDEX webhook_address ON webhook USING btree (partner_id, url) WHERE deleted_at IS NULL AND format = 'standard'::text;
CREATE INDEX webhook_partner ON webhook USING btree (partner_id, sequence) WHERE deleted_at IS NULL;

CREATE TABLE webhook_delivery (
  id uuid NOT NULL,
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  webhook_id uuid NOT NULL,
  event_id uuid,
  type text NOT NULL,
  status text NOT NULL,
  attempts jsonb DEFAULT '[]'::jsonb NOT NULL,
  attempt_count integer DEFAULT 0 NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  on_demand boolean DEFAULT false NOT NULL,
  next_attempt_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  replay_id uuid,
  CONSTRAINT webhook_delivery_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_delivery_event_id_webhook_id_key UNIQUE (event_id, webhook_id),
  CONSTRAINT webhook_delivery_status_check CHECK (status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'dead'::text])),
  CONSTRAINT webhook_delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE
) WITH (fillfactor=70);
CREATE INDEX webhook_delivery_age ON webhook_delivery USING btree (created_at);
CREATE INDEX webhook_delivery_due ON webhook_delivery USING btree (webhook_id, next_attempt_at, sequence) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX webhook_delivery_list ON webhook_delivery USING btree (webhook_id, sequence) INCLUDE (status, type, created_at);
CREATE INDEX webhook_delivery_of_replay ON webhook_delivery USING btree (replay_id, status) WHERE replay_id IS NOT NULL;

CREATE TABLE webhook_queue_position (
  one boolean DEFAULT true NOT NULL,
  transaction_id xid8 NOT NULL,
  sequence bigint NOT NULL,
  CONSTRAINT webhook_queue_position_pkey PRIMARY KEY (one),
  CONSTRAINT webhook_queue_position_one_check CHECK (one)
);

CREATE TABLE webhook_replay (
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  types text[] NOT NULL,
  transaction_id xid8 NOT NULL,
  sequence bigint NOT NULL,
  end_transaction_id xid8 NOT NULL,
  end_sequence bigint NOT NULL,
  since timestamp with time zone,
  queued_until timestamp with time zone NOT NULL,
  is_queued boolean DEFAULT false NOT NULL,
  status text NOT NULL,
  total bigint NOT NULL,
  done bigint DEFAULT 0 NOT NULL,
  failed bigint DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT webhook_replay_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_replay_status_check CHECK (status = ANY (ARRAY['running'::text, 'done'::text])),
  CONSTRAINT webhook_replay_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE
) WITH (fillfactor=50);
CREATE INDEX webhook_replay_age ON webhook_replay USING btree (created_at);
CREATE INDEX webhook_replay_of_webhook ON webhook_replay USING btree (webhook_id);
CREATE UNIQUE INDEX webhook_replay_running ON webhook_replay USING btree (webhook_id) WHERE status = 'running'::text;

CREATE FUNCTION add_event_partitions(p_until timestamp with time zone DEFAULT (now() + '2 mons'::interval))
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'live', 'pg_temp'
AS $function$
DECLARE
  month timestamp;
  added integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('partitions of events in ' || current_schema, 0));
  SELECT coalesce(max(upper_end::timestamptz) AT TIME ZONE 'UTC', date_trunc('month', now() AT TIME ZONE 'UTC')) INTO month
    FROM partitions_of('reservation_event');
  WHILE month <= p_until AT TIME ZONE 'UTC' LOOP
    PERFORM attach_partition('reservation_event', 'reservation_event_' || to_char(month, 'YYYY_MM'), 'occurred_at',
      (month AT TIME ZONE 'UTC')::text, ((month + interval '1 month') AT TIME ZONE 'UTC')::text);
    month := month + interval '1 month';
    added := added + 1;
  END LOOP;
  RETURN added;
END $function$;
REVOKE ALL ON FUNCTION add_event_partitions(timestamp with time zone) FROM PUBLIC;

CREATE FUNCTION add_reservation_partitions(p_until timestamp with time zone DEFAULT (now() + '2 mons'::interval))
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'live', 'pg_temp'
AS $function$
DECLARE
  month timestamp;
  from_id uuid;
  to_id uuid;
  name text;
  adding text[];
  statement text;
  added integer := 0;
BEGIN
  IF (SELECT relkind FROM pg_class WHERE oid = 'reservation'::regclass) <> 'p' THEN
    -- A command that was killed has left its constraint, which would refuse reservations one day.
    IF EXISTS (SELECT FROM pg_constraint WHERE conrelid = 'reservation'::regclass AND conname = 'before_partitions')
      AND pg_try_advisory_xact_lock(hashtextextended('partitions of reservations in ' || current_schema, 0))
    THEN
      PERFORM lock_tables('reservation');
      ALTER TABLE reservation DROP CONSTRAINT IF EXISTS before_partitions;
    END IF;
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('partitions of reservations in ' || current_schema, 0));
  SELECT instant_of(max(upper_end::uuid::text)::uuid) AT TIME ZONE 'UTC' INTO month FROM partitions_of('reservation');
  WHILE month <= p_until AT TIME ZONE 'UTC' LOOP
    from_id := first_id_of(month AT TIME ZONE 'UTC');
    to_id := first_id_of((month + interval '1 month') AT TIME ZONE 'UTC');
    name := 'reservation_' || to_char(month, 'YYYY_MM');
    -- All that attaching locks, in one go: a writer of a referring table may be on its way to the reservation.
    PERFORM lock_tables(VARIADIC ARRAY['ONLY reservation', 'reservation_default']
      || array(SELECT child FROM references_to_reservations()));
    -- Ids that were not made by the time of their creation, or by a clock far ahead. While they move to the partition, they
    -- are referred to all the same.
    IF EXISTS (SELECT FROM reservation_default WHERE id >= from_id AND id < to_id) THEN
      adding := array(SELECT r.adding FROM references_to_reservations() r);
      FOR statement IN SELECT dropping FROM references_to_reservations() LOOP EXECUTE statement; END LOOP;
      PERFORM attach_partition('reservation', name, 'id', from_id::text, to_id::text);
      FOREACH statement IN ARRAY adding LOOP EXECUTE statement; END LOOP;
    ELSE
      PERFORM attach_partition('reservation', name, 'id', from_id::text, to_id::text);
    END IF;
    month := month + interval '1 month';
    added := added + 1;
  END LOOP;
  RETURN added;
END $function$;
REVOKE ALL ON FUNCTION add_reservation_partitions(timestamp with time zone) FROM PUBLIC;

CREATE FUNCTION add_to_reservation_total(p_partner uuid, p_date text, p_status text, p_number bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  free bigint;
BEGIN
  SELECT part INTO free FROM reservation_total WHERE partner_id = p_partner AND visit_date = p_date
    LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    INSERT INTO reservation_total (partner_id, visit_date) VALUES (p_partner, p_date) RETURNING part INTO free;
  END IF;
  UPDATE reservation_total SET
    pending = pending + CASE WHEN p_status = 'pending' THEN p_number ELSE 0 END,
    confirmed = confirmed + CASE WHEN p_status = 'confirmed' THEN p_number ELSE 0 END,
    in_progress = in_progress + CASE WHEN p_status = 'in_progress' THEN p_number ELSE 0 END,
    completed = completed + CASE WHEN p_status = 'completed' THEN p_number ELSE 0 END,
    cancelled = cancelled + CASE WHEN p_status = 'cancelled' THEN p_number ELSE 0 END,
    no_show = no_show + CASE WHEN p_status = 'no_show' THEN p_number ELSE 0 END,
    refunded = refunded + CASE WHEN p_status = 'refunded' THEN p_number ELSE 0 END
    WHERE partner_id = p_partner AND visit_date = p_date AND part = free;
END $function$;

CREATE FUNCTION attach_partition(p_table text, p_name text, p_key text, p_from text, p_to text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
DECLARE
  default_partition text := p_table || '_default';
  columns text := (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
    WHERE attrelid = p_table::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '');
BEGIN
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES INCLUDING GENERATED
    INCLUDING STORAGE INCLUDING COMPRESSION)', p_name, default_partition);
  -- The whole table, too: a row on its way to the default partition would be refused there when it arrives.
  PERFORM lock_tables('ONLY ' || quote_ident(p_table), quote_ident(default_partition));
  EXECUTE format('WITH moved AS (DELETE FROM %1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *)
    INSERT INTO %5$I (%6$s) SELECT %6$s FROM moved', default_partition, p_key, p_from, p_to, p_name, columns);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', p_table, p_name, p_from, p_to);
END $function$;
REVOKE ALL ON FUNCTION attach_partition(text,text,text,text,text) FROM PUBLIC;

CREATE FUNCTION calendar_lock(p_cenote uuid)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN hashtextextended(('calendar '::text || (p_cenote)::text), (0)::bigint);

CREATE FUNCTION change_day(p_product uuid, p_date text, p_released integer, p_taken integer, p_capacity integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE inventory_day SET booked = booked - p_released + p_taken
    WHERE cenote_id = p_product AND visit_date = p_date
      AND (p_taken = 0 OR p_capacity IS NULL OR booked - p_released + p_taken <= p_capacity);
  IF FOUND THEN RETURN true; END IF;
  IF p_released > 0 THEN
    IF NOT EXISTS (SELECT FROM inventory_day WHERE cenote_id = p_product AND visit_date = p_date) THEN
      RAISE EXCEPTION 'no places are taken at % on %', p_product, p_date;
    END IF;
    RETURN false;
  END IF;
  INSERT INTO inventory_day AS d (cenote_id, visit_date, booked)
    SELECT p_product, p_date, p_taken WHERE p_capacity IS NULL OR p_taken <= p_capacity
    ON CONFLICT (cenote_id, visit_date) DO UPDATE SET booked = d.booked + p_taken
    WHERE p_capacity IS NULL OR d.booked + p_taken <= p_capacity;
  RETURN FOUND;
END $function$;

CREATE FUNCTION change_places(p_changes jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
DECLARE
  change record;
  slot record;
BEGIN
  FOR change IN
    SELECT * FROM jsonb_to_recordset(p_changes) AS c (product uuid, date text, taken integer, version integer)
    WHERE taken > 0 ORDER BY product, date COLLATE "C"
  LOOP
    -- Each statement in here sees what was committed while the one before it waited.
    PERFORM pg_advisory_xact_lock_shared(calendar_lock(change.product));
    IF EXISTS (SELECT FROM cenote_fence WHERE cenote_id = change.product AND version > change.version)
      OR EXISTS (SELECT FROM closure WHERE cenote_id = change.product AND change.date BETWEEN start_date AND end_date)
    THEN RETURN false; END IF;
  END LOOP;
  FOR change IN
    SELECT product, date, coalesce(released, 0) AS released, coalesce(taken, 0) AS taken, "dayCapacity" AS capacity, slots
    FROM jsonb_to_recordset(p_changes)
      AS c (product uuid, date text, released integer, taken integer, "dayCapacity" integer, slots jsonb)
    ORDER BY product, date COLLATE "C"
  LOOP
    IF NOT change_day(change.product, change.date, change.released, change.taken, change.capacity) THEN
      RAISE SQLSTATE 'CEN02';
    END IF;
    FOR slot IN
      SELECT time, coalesce(released, 0) AS released, coalesce(taken, 0) AS taken, capacity
      FROM jsonb_to_recordset(change.slots) AS s (time text, released integer, taken integer, capacity integer)
      ORDER BY time COLLATE "C"
    LOOP
      IF NOT change_slot(change.product, change.date, slot.time, slot.released, slot.taken, slot.capacity) THEN
        RAISE SQLSTATE 'CEN02';
      END IF;
    END LOOP;
  END LOOP;
  RETURN true;
EXCEPTION
  -- No room: an expected result, of which the log of the database has nothing.
  WHEN SQLSTATE 'CEN02' THEN RETURN false;
END $function$;

CREATE FUNCTION change_slot(p_product uuid, p_date text, p_time text, p_released integer, p_taken integer, p_capacity integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE inventory_slot SET booked = booked - p_released + p_taken
    WHERE cenote_id = p_product AND visit_date = p_date AND visit_time = p_time
      AND (p_taken = 0
        OR (NOT closed AND booked - p_released + p_taken <= LEAST(COALESCE(capacity, event_capacity), p_capacity)));
  IF FOUND THEN RETURN true; END IF;
  IF p_released > 0 THEN
    IF NOT EXISTS (SELECT FROM inventory_slot WHERE cenote_id = p_product AND visit_date = p_date AND visit_time = p_time) THEN
      RAISE EXCEPTION 'no places are taken at % on % %', p_product, p_date, p_time;
    END IF;
    RETURN false;
  END IF;
  INSERT INTO inventory_slot AS s (cenote_id, visit_date, visit_time, booked)
    SELECT p_product, p_date, p_time, p_taken WHERE p_taken <= p_capacity
    ON CONFLICT (cenote_id, visit_date, visit_time) DO UPDATE SET booked = s.booked + p_taken
    WHERE NOT s.closed AND s.booked + p_taken <= LEAST(COALESCE(s.capacity, s.event_capacity), p_capacity);
  RETURN FOUND;
END $function$;

CREATE FUNCTION closed_since(p_cenote uuid, p_date text, p_time text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(calendar_lock(p_cenote));
  IF EXISTS (SELECT FROM closure WHERE cenote_id = p_cenote AND p_date BETWEEN start_date AND end_date) THEN
    RETURN 'maintenance';
  END IF;
  IF EXISTS (SELECT FROM inventory_slot WHERE cenote_id = p_cenote AND visit_date = p_date AND visit_time = p_time AND closed) THEN
    RETURN 'closed_by_operator';
  END IF;
  RETURN NULL;
END $function$;

CREATE FUNCTION closed_since(p_product uuid, p_date text, p_time text, p_version integer)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
DECLARE
  -- Waits for a change that is being written; what follows sees it.
  reason text := closed_since(p_product, p_date, p_time);
BEGIN
  IF reason IS NULL AND EXISTS (SELECT FROM cenote_fence WHERE cenote_id = p_product AND version > p_version) THEN
    RETURN 'outdated';
  END IF;
  RETURN reason;
END $function$;

CREATE FUNCTION define_insert_reservation()
 RETURNS void
 LANGUAGE plpgsql
AS $functionx$
BEGIN
  EXECUTE (
    SELECT format($function$
CREATE OR REPLACE FUNCTION insert_reservation(p_partner uuid, p_reservation jsonb) RETURNS void LANGUAGE plpgsql AS $insert$
DECLARE
  given record;
BEGIN
  SELECT * INTO given FROM jsonb_to_record(p_reservation) AS r (%s);
  INSERT INTO reservation (%s)
    VALUES (%s);
END $insert$$function$,
      string_agg(format('%I %s', member, type), ', ' ORDER BY attnum),
      string_agg(format('%I', attname), ', ' ORDER BY attnum),
      string_agg(CASE WHEN attname = 'partner_id' THEN 'p_partner'
        WHEN fallback IS NULL THEN format('given.%I', member)
        ELSE format('coalesce(given.%I, %s)', member, fallback) END, ', ' ORDER BY attnum))
    FROM (
      SELECT attname, attnum, format_type(atttypid, atttypmod) AS type, pg_get_expr(adbin, adrelid) AS fallback,
        (SELECT string_agg(CASE WHEN n = 1 THEN part ELSE initcap(part) END, '' ORDER BY n)
          FROM unnest(string_to_array(attname, '_')) WITH ORDINALITY AS word (part, n)) AS member
      FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      WHERE attrelid = 'reservation'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    ) AS stored
  );
END $functionx$;

CREATE FUNCTION drop_expired_event_partition()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'live', 'pg_temp'
AS $function$
DECLARE
  expired text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('partitions of events in ' || current_schema, 0));
  SELECT name INTO expired FROM partitions_of('reservation_event')
    WHERE upper_end::timestamptz <= (SELECT expired_before FROM event_retention) ORDER BY upper_end::timestamptz LIMIT 1;
  IF expired IS NULL THEN RETURN NULL; END IF;
  PERFORM FROM webhook_queue_position FOR UPDATE;
  EXECUTE format('DELETE FROM webhook_delivery WHERE event_id IN (SELECT id FROM %I)', expired);
  PERFORM lock_tables('ONLY reservation_event', quote_ident(expired), 'reservation_event_default');
  EXECUTE format('DROP TABLE %I', expired);
  RETURN expired;
END $function$;
REVOKE ALL ON FUNCTION drop_expired_event_partition() FROM PUBLIC;

CREATE FUNCTION end_previous_release()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  DROP TRIGGER IF EXISTS previous_release_history ON status_change;
  DROP TRIGGER IF EXISTS previous_release_change ON reservation;
  DROP TRIGGER IF EXISTS previous_release_message ON communication;
  DROP TRIGGER IF EXISTS previous_release_test_mail ON test_mail;
  DROP FUNCTION IF EXISTS previous_release_history(), previous_release_change(), previous_release_message(), previous_release_test_mail(),
    move_places(uuid, text, text, integer, uuid, text, text, integer, integer, integer, integer),
    release_places(uuid, text, text, integer), require_places(uuid, text, text, integer, integer, integer);
  DROP INDEX IF EXISTS reservation_previous_release, previous_release_history, previous_release_message, previous_release_test_mail,
    communication_reminder, communication_due, reservation_day_end, test_mail_created_at;
END $function$;

CREATE FUNCTION first_id_of(instant timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE STRICT
RETURN (rpad(lpad(to_hex((floor((EXTRACT(epoch FROM instant) * (1000)::numeric)))::bigint), 12, '0'::text), 32, '0'::text))::uuid;

CREATE FUNCTION fold(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN replace(replace(replace(replace(translate(lower((regexp_replace(NORMALIZE(translate(value, '´`'::text, ''''''::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text) COLLATE "und-x-icu")), 'øłđðħıŋŧς‘’‚‛ʹʻʼʽ′‐‒–—―−“”„‟'::text, 'olddhintσ''''''''''''''''''------""""'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text);

CREATE FUNCTION held_unpaid(p_partner uuid, p_date text, p_now timestamp with time zone, p_except uuid)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(format('held unpaid %s %s %s', current_schema, p_partner, p_date), 0));
  RETURN (SELECT COALESCE(sum(adults + children + seniors + infants + teens), 0) FROM reservation
    WHERE partner_id = p_partner AND status = 'pending' AND visit_date = p_date AND payment_deadline > p_now AND id <> p_except);
END $function$;

CREATE FUNCTION insert_reservation(p_partner uuid, p_reservation jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  given record;
BEGIN
  SELECT * INTO given FROM jsonb_to_record(p_reservation) AS r (id uuid, "partnerId" uuid, "bookingReference" text, "confirmationCode" text, status text, "cenoteId" uuid, "visitDate" text, "visitTime" text, timezone text, "visitAt" timestamp with time zone, "dayEndsAt" timestamp with time zone, adults integer, children integer, seniors integer, guest jsonb, "guestEmail" text, pricing jsonb, services jsonb, "specialRequests" text, notes jsonb, metadata jsonb, payment jsonb, cancellation jsonb, refund jsonb, documents jsonb, "checkIn" jsonb, "confirmationSent" boolean, "reminderSent" boolean, "paymentDeadline" timestamp with time zone, version integer, "createdAt" timestamp with time zone, "updatedAt" timestamp with time zone, "couponCode" text, completion jsonb, "extendedAt" timestamp with time zone, language text, "partnerName" text, disrupted boolean, infants integer, teens integer, "resellerReference" text, "externalId" uuid, requested jsonb, "isHold" boolean, "holdEndsAt" timestamp with time zone, "refundCeiling" double precision, "productType" text, stops jsonb, transport jsonb, "productNames" jsonb, "guestTerms" jsonb, participants jsonb);
  INSERT INTO reservation (id, partner_id, booking_reference, confirmation_code, status, cenote_id, visit_date, visit_time, timezone, visit_at, day_ends_at, adults, children, seniors, guest, guest_email, pricing, services, special_requests, notes, metadata, payment, cancellation, refund, documents, check_in, confirmation_sent, reminder_sent, payment_deadline, version, created_at, updated_at, coupon_code, completion, extended_at, language, partner_name, disrupted, infants, teens, reseller_reference, external_id, requested, is_hold, hold_ends_at, refund_ceiling, product_type, stops, transport, product_names, guest_terms, participants)
    VALUES (given.id, p_partner, given."bookingReference", given."confirmationCode", given.status, given."cenoteId", given."visitDate", given."visitTime", given.timezone, given."visitAt", given."dayEndsAt", given.adults, given.children, given.seniors, given.guest, given."guestEmail", given.pricing, given.services, given."specialRequests", given.notes, given.metadata, given.payment, given.cancellation, given.refund, coalesce(given.documents, '[]'::jsonb), given."checkIn", coalesce(given."confirmationSent", false), coalesce(given."reminderSent", false), given."paymentDeadline", given.version, given."createdAt", given."updatedAt", given."couponCode", given.completion, given."extendedAt", coalesce(given.language, 'en'::text), given."partnerName", coalesce(given.disrupted, false), coalesce(given.infants, 0), coalesce(given.teens, 0), given."resellerReference", given."externalId", given.requested, coalesce(given."isHold", false), given."holdEndsAt", coalesce(given."refundCeiling", 1), coalesce(given."productType", 'cenote'::text), given.stops, given.transport, given."productNames", given."guestTerms", given.participants);
END $function$;

CREATE FUNCTION instant_of(id uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE STRICT
RETURN to_timestamp((((((('x'::text || "left"(replace((id)::text, '-'::text, ''::text), 12)))::bit(48))::bigint)::numeric / 1000.0))::double precision);

CREATE FUNCTION lock_tables(VARIADIC p_tables text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  attempts integer := 0;
  name text;
BEGIN
  LOOP
    BEGIN
      PERFORM set_config('lock_timeout', '200ms', true);
      FOREACH name IN ARRAY p_tables LOOP
        EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', name);
      END LOOP;
      PERFORM set_config('lock_timeout', '0', true);
      RETURN;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      attempts := attempts + 1;
      IF attempts = 50 THEN RAISE; END IF;
      PERFORM pg_sleep(0.1);
    END;
  END LOOP;
END $function$;

CREATE FUNCTION move_places(p_from_cenote uuid, p_from_date text, p_from_time text, p_from_people integer, p_cenote uuid, p_date text, p_time text, p_people integer, p_day_capacity integer, p_slot_capacity integer, p_version integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(calendar_lock(p_cenote));
  IF (p_cenote, p_date COLLATE "C") < (p_from_cenote, p_from_date COLLATE "C") THEN
    IF NOT take_places(p_cenote, p_date, p_time, p_people, p_day_capacity, p_slot_capacity, p_version) THEN RETURN false; END IF;
    PERFORM release_places(p_from_cenote, p_from_date, p_from_time, p_from_people);
    RETURN true;
  END IF;
  PERFORM release_places(p_from_cenote, p_from_date, p_from_time, p_from_people);
  RETURN take_places(p_cenote, p_date, p_time, p_people, p_day_capacity, p_slot_capacity, p_version);
END $function$;

CREATE FUNCTION note_calendar_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
DECLARE
  entries jsonb[];
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    INSERT INTO product_change (kind) VALUES ('availability');
    RETURN NULL;
  ELSIF TG_OP = 'INSERT' THEN
    SELECT array_agg(to_jsonb(new_row)) INTO entries FROM new_rows AS new_row;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(to_jsonb(old_row)) INTO entries FROM old_rows AS old_row;
  ELSE
    WITH before AS (SELECT to_jsonb(old_row) AS entry FROM old_rows AS old_row),
      after AS (SELECT to_jsonb(new_row) AS entry FROM new_rows AS new_row)
    SELECT array_agg(entry) INTO entries FROM (
      (SELECT entry FROM before EXCEPT SELECT entry FROM after)
      UNION ALL (SELECT entry FROM after EXCEPT SELECT entry FROM before)) AS differing;
  END IF;
  INSERT INTO product_change (kind, product_type, product_ids, date_from, date_to)
  SELECT 'availability', 'cenote', array_agg(DISTINCT (entry->>'cenote_id')::uuid), date_from, date_to
  FROM unnest(entries) AS entry,
    LATERAL (SELECT coalesce(entry->>'event_date', entry->>'start_date') AS date_from,
      coalesce(entry->>'event_date', entry->>'end_date') AS date_to) AS dates
  GROUP BY date_from, date_to;
  RETURN NULL;
END $function$;

CREATE FUNCTION note_reservation_change(p_partner uuid, p_id uuid, p_version integer, p_status_before text, p_status text, p_date_before text, p_date text, p_at timestamp with time zone, p_note text, p_reference text, p_guest jsonb, p_author jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
BEGIN
  IF p_status_before <> p_status THEN
    INSERT INTO status_change (partner_id, reservation_id, version, status, at, note, author)
      VALUES (p_partner, p_id, p_version, p_status, p_at, p_note, p_author);
  END IF;
  IF p_status_before <> p_status OR p_date_before <> p_date THEN
    PERFORM add_to_reservation_total(p_partner, p_date_before, p_status_before, -1);
    PERFORM add_to_reservation_total(p_partner, p_date, p_status, 1);
  END IF;
  -- The row was changed before this; the release before does not give the other reference.
  IF p_guest IS NOT NULL THEN
    UPDATE reservation_search SET content = reservation_search_content(
        concat_ws(E'\n', p_reference, (SELECT reseller_reference FROM reservation WHERE partner_id = p_partner AND id = p_id)),
        p_guest)
      WHERE partner_id = p_partner AND reservation_id = p_id;
  END IF;
END $function$;

CREATE FUNCTION partitions_of(p_table text)
 RETURNS TABLE(name text, upper_end text)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT relname::text, substring(bound FROM $re$TO \('([^']+)'\)$re$)
  FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid, pg_get_expr(relpartbound, c.oid) AS bound
  WHERE inhparent = p_table::regclass AND bound <> 'DEFAULT'
$function$;

CREATE FUNCTION previous_release_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
    BEGIN
      UPDATE reservation_search
        SET content = reservation_search_content(concat_ws(E'\n', NEW.booking_reference, NEW.reseller_reference), NEW.guest)
        WHERE partner_id = NEW.partner_id AND reservation_id = NEW.id;
      PERFORM set_reservation_due(NEW.partner_id, NEW.id, NEW.status, NEW.payment_deadline, NEW.day_ends_at, NEW.cenote_id,
        NEW.visit_date, NEW.stops);
      RETURN NULL;
    END $function$;

CREATE FUNCTION previous_release_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
DECLARE
  r reservation;
  status_before text;
BEGIN
  SELECT * INTO STRICT r FROM reservation WHERE id = NEW.reservation_id;
  NEW.partner_id := r.partner_id;
  SELECT status INTO status_before FROM status_change WHERE reservation_id = r.id ORDER BY version DESC LIMIT 1;
  IF FOUND THEN
    PERFORM add_to_reservation_total(r.partner_id, r.visit_date, status_before, -1);
  ELSE
    INSERT INTO reservation_search (partner_id, reservation_id, content)
      VALUES (r.partner_id, r.id, reservation_search_content(r.booking_reference, r.guest));
    INSERT INTO reservation_code (kind, code, partner_id, reservation_id)
      VALUES ('id', r.id::text, r.partner_id, r.id), ('reference', r.booking_reference, r.partner_id, r.id),
        ('confirmation', r.confirmation_code, r.partner_id, r.id);
  END IF;
  PERFORM add_to_reservation_total(r.partner_id, r.visit_date, NEW.status, 1);
  PERFORM set_reservation_due(r.partner_id, r.id, r.status, r.payment_deadline, r.day_ends_at, r.cenote_id, r.visit_date);
  RETURN NEW;
END $function$;

CREATE FUNCTION previous_release_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
BEGIN
  SELECT partner_id INTO STRICT NEW.partner_id FROM reservation WHERE id = NEW.reservation_id;
  IF NEW.status = 'scheduled'
      AND NOT EXISTS (SELECT FROM communication WHERE reservation_id = NEW.reservation_id AND type = NEW.type) THEN
    INSERT INTO queued_mail (partner_id, reservation_id, communication_id, type, due_at)
      VALUES (NEW.partner_id, NEW.reservation_id, NEW.id, NEW.type, NEW.due_at) ON CONFLICT DO NOTHING;
    NEW.due_at := NULL;
  END IF;
  RETURN NEW;
END $function$;

CREATE FUNCTION previous_release_test_mail()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
DECLARE
  reservation uuid;
BEGIN
  SELECT partner_id, reservation_id INTO STRICT NEW.partner_id, reservation FROM communication WHERE id = NEW.communication_id;
  INSERT INTO reservation_due (reservation_id, kind, partner_id, due_at)
    VALUES (reservation, 'test_mail', NEW.partner_id, NEW.created_at + interval '30 days') ON CONFLICT DO NOTHING;
  RETURN NEW;
END $function$;

CREATE FUNCTION record_all_facts_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
BEGIN
  INSERT INTO fact_change (tag) VALUES ('*');
  RETURN NULL;
END $function$;

CREATE FUNCTION record_availability_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO fact_change (tag) VALUES ('availability:' || OLD.cenote_id || ':' || OLD.visit_date);
  ELSE
    INSERT INTO fact_change (tag) VALUES ('availability:' || NEW.cenote_id || ':' || NEW.visit_date);
  END IF;
  RETURN NULL;
END $function$;

CREATE FUNCTION record_calendar_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
BEGIN
  INSERT INTO fact_change (tag) VALUES ('availability:' || COALESCE(NEW.cenote_id, OLD.cenote_id));
  RETURN NULL;
END $function$;

CREATE FUNCTION record_reservation_change(p_partner uuid, p_reservation jsonb, p_status_before text, p_date_before text, p_has_new_guest boolean, p_event uuid, p_type text, p_at timestamp with time zone, p_note text, p_traceparent text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  p_id uuid := p_reservation ->> 'id';
  p_version integer := p_reservation ->> 'version';
  p_status text := p_reservation ->> 'status';
  p_date text := p_reservation ->> 'visitDate';
BEGIN
  IF p_status_before <> p_status OR p_date_before <> p_date OR p_has_new_guest THEN
    PERFORM note_reservation_change(p_partner, p_id, p_version, p_status_before, p_status, p_date_before, p_date, p_at, p_note,
      p_reservation ->> 'bookingReference', CASE WHEN p_has_new_guest THEN p_reservation -> 'guest' END,
      p_reservation -> 'changedBy');
  END IF;
  INSERT INTO reservation_event (id, partner_id, reservation_id, cenote_id, product_type, previous_cenote_id, previous_product_type,
      type, version, occurred_at, snapshot, traceparent)
    VALUES (p_event, p_partner, p_id, (p_reservation ->> 'cenoteId')::uuid, COALESCE(p_reservation ->> 'productType', 'cenote'),
      (p_reservation ->> 'previousCenoteId')::uuid, p_reservation ->> 'previousProductType', p_type, p_version, p_at,
      p_reservation, p_traceparent);
  PERFORM set_reservation_due(p_partner, p_id, p_status, (p_reservation ->> 'paymentDeadline')::timestamptz,
    (p_reservation ->> 'dayEndsAt')::timestamptz, (p_reservation ->> 'cenoteId')::uuid, p_date, p_reservation -> 'stops');
END $function$;

CREATE FUNCTION references_to_reservations()
 RETURNS TABLE(child text, name text, dropping text, adding text, validating text)
 LANGUAGE sql
 STABLE
 SET search_path TO 'live', 'public'
AS $function$
  SELECT conrelid::regclass::text, conname::text,
    format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
    format('ALTER TABLE %s ADD CONSTRAINT %I %s NOT VALID', conrelid::regclass, conname,
      regexp_replace(pg_get_constraintdef(oid), ' NOT VALID$', '')),
    CASE WHEN NOT convalidated THEN format('ALTER TABLE %s VALIDATE CONSTRAINT %I', conrelid::regclass, conname) END
  FROM pg_constraint WHERE confrelid = 'reservation'::regclass AND contype = 'f' AND conparentid = 0
$function$;

CREATE FUNCTION release_places(p_cenote uuid, p_date text, p_time text, p_people integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE inventory_day SET booked = booked - p_people WHERE cenote_id = p_cenote AND visit_date = p_date;
  IF NOT FOUND THEN RAISE EXCEPTION 'no places are taken at % on %', p_cenote, p_date; END IF;
  UPDATE inventory_slot SET booked = booked - p_people WHERE cenote_id = p_cenote AND visit_date = p_date AND visit_time = p_time;
  IF NOT FOUND THEN RAISE EXCEPTION 'no places are taken at % on % %', p_cenote, p_date, p_time; END IF;
END $function$;

CREATE FUNCTION remove_deliveries_of_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM webhook_delivery
      WHERE event_id IS NOT NULL AND (type LIKE 'reservation.%') = (TG_TABLE_NAME <> 'product_event');
  ELSE DELETE FROM webhook_delivery WHERE event_id IN (SELECT id FROM removed);
  END IF;
  RETURN NULL;
END $function$;

CREATE FUNCTION require_places(p_cenote uuid, p_date text, p_time text, p_people integer, p_day_capacity integer, p_slot_capacity integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT take_places(p_cenote, p_date, p_time, p_people, p_day_capacity, p_slot_capacity) THEN
    RAISE EXCEPTION 'no room at % on % %', p_cenote, p_date, p_time USING ERRCODE = 'CEN01';
  END IF;
END $function$;

CREATE FUNCTION reservation_search_content(reference text, guest jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN fold(((((reference || '
'::text) || COALESCE((guest ->> 'name'::text), ''::text)) || '
'::text) || COALESCE((guest ->> 'email'::text), ''::text)));

CREATE FUNCTION set_reservation_due(p_partner uuid, p_id uuid, p_status text, p_payment_deadline timestamp with time zone, p_day_ends_at timestamp with time zone, p_cenote uuid, p_date text, p_stops jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  due_kind text := CASE p_status WHEN 'pending' THEN 'hold' WHEN 'confirmed' THEN 'no_show' END;
  instant timestamptz := CASE p_status WHEN 'pending' THEN p_payment_deadline ELSE p_day_ends_at END;
  stopped uuid[];
BEGIN
  IF p_status <> 'pending' THEN
    DELETE FROM reservation_due WHERE reservation_id = p_id AND kind IN ('hold', 'no_show') AND kind IS DISTINCT FROM due_kind;
  END IF;
  IF due_kind IS NULL THEN RETURN; END IF;
  IF jsonb_typeof(p_stops) = 'array' THEN
    stopped := ARRAY(SELECT DISTINCT (stop ->> 'cenoteId')::uuid FROM jsonb_array_elements(p_stops) AS stop ORDER BY 1);
  END IF;
  INSERT INTO reservation_due AS d (reservation_id, kind, partner_id, due_at, cenote_id, visit_date, stops)
    VALUES (p_id, due_kind, p_partner, instant, p_cenote, p_date, stopped)
    ON CONFLICT (reservation_id, kind) DO UPDATE
      SET due_at = excluded.due_at, cenote_id = excluded.cenote_id, visit_date = excluded.visit_date, stops = excluded.stops
      WHERE (d.due_at, d.cenote_id, d.visit_date, d.stops)
        IS DISTINCT FROM (excluded.due_at, excluded.cenote_id, excluded.visit_date, excluded.stops);
END $function$;

CREATE FUNCTION store_reservation(p_partner uuid, p_reservation jsonb, p_event uuid, p_type text, p_traceparent text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
DECLARE
  p_id uuid := p_reservation ->> 'id';
BEGIN
  -- First, so that another creation with the same external id waits here for this one.
  IF p_reservation ->> 'externalId' IS NOT NULL THEN
    INSERT INTO reservation_code (kind, code, partner_id, reservation_id)
      VALUES ('external_id', p_reservation ->> 'externalId', p_partner, p_id);
  END IF;
  INSERT INTO reservation_code (kind, code, partner_id, reservation_id)
    VALUES ('id', p_id::text, p_partner, p_id), ('reference', p_reservation ->> 'bookingReference', p_partner, p_id),
      ('confirmation', p_reservation ->> 'confirmationCode', p_partner, p_id);
  PERFORM write_reservation(p_partner, p_reservation);
  INSERT INTO reservation_event (id, partner_id, reservation_id, cenote_id, product_type, type, version, occurred_at, snapshot,
      traceparent)
    VALUES (p_event, p_partner, p_id, (p_reservation ->> 'cenoteId')::uuid, COALESCE(p_reservation ->> 'productType', 'cenote'),
      p_type, (p_reservation ->> 'version')::integer, (p_reservation ->> 'createdAt')::timestamptz, p_reservation, p_traceparent);
  PERFORM set_reservation_due(p_partner, p_id, p_reservation ->> 'status', (p_reservation ->> 'paymentDeadline')::timestamptz,
    (p_reservation ->> 'dayEndsAt')::timestamptz, (p_reservation ->> 'cenoteId')::uuid, p_reservation ->> 'visitDate', p_reservation -> 'stops');
  RETURN true;
END $function$;

CREATE FUNCTION take_places(p_cenote uuid, p_date text, p_time text, p_people integer, p_day_capacity integer, p_slot_capacity integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE inventory_day SET booked = booked + p_people
    WHERE cenote_id = p_cenote AND visit_date = p_date AND booked + p_people <= p_day_capacity;
  IF NOT FOUND THEN
    INSERT INTO inventory_day AS d (cenote_id, visit_date, booked)
      SELECT p_cenote, p_date, p_people WHERE p_people <= p_day_capacity
      ON CONFLICT (cenote_id, visit_date) DO UPDATE SET booked = d.booked + p_people
      WHERE d.booked + p_people <= p_day_capacity;
    IF NOT FOUND THEN RETURN false; END IF;
  END IF;
  UPDATE inventory_slot SET booked = booked + p_people
    WHERE cenote_id = p_cenote AND visit_date = p_date AND visit_time = p_time
      AND NOT closed AND booked + p_people <= LEAST(COALESCE(capacity, event_capacity), p_slot_capacity);
  IF NOT FOUND THEN
    INSERT INTO inventory_slot AS s (cenote_id, visit_date, visit_time, booked)
      SELECT p_cenote, p_date, p_time, p_people WHERE p_people <= p_slot_capacity
      ON CONFLICT (cenote_id, visit_date, visit_time) DO UPDATE SET booked = s.booked + p_people
      WHERE NOT s.closed AND s.booked + p_people <= LEAST(COALESCE(s.capacity, s.event_capacity), p_slot_capacity);
    IF NOT FOUND THEN
      -- The day's row has been locked since it was changed, so nobody has seen the people that are taken off again.
      UPDATE inventory_day SET booked = booked - p_people WHERE cenote_id = p_cenote AND visit_date = p_date;
      RETURN false;
    END IF;
  END IF;
  RETURN true;
END $function$;

CREATE FUNCTION take_places(p_cenote uuid, p_date text, p_time text, p_people integer, p_day_capacity integer, p_slot_capacity integer, p_version integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(calendar_lock(p_cenote));
  IF EXISTS (SELECT FROM cenote_fence WHERE cenote_id = p_cenote AND version > p_version)
    OR EXISTS (SELECT FROM closure WHERE cenote_id = p_cenote AND p_date BETWEEN start_date AND end_date)
  THEN RETURN false; END IF;
  RETURN take_places(p_cenote, p_date, p_time, p_people, p_day_capacity, p_slot_capacity);
END $function$;

CREATE FUNCTION validate_references_to_reservations()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'live', 'pg_temp'
AS $function$
DECLARE
  statement text;
BEGIN
  FOR statement IN SELECT validating FROM references_to_reservations() WHERE validating IS NOT NULL LOOP
    EXECUTE statement;
  END LOOP;
END $function$;
REVOKE ALL ON FUNCTION validate_references_to_reservations() FROM PUBLIC;

CREATE FUNCTION write_reservation(p_partner uuid, p_reservation jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
BEGIN
  PERFORM insert_reservation(p_partner, p_reservation);
  INSERT INTO status_change (partner_id, reservation_id, version, status, at, author)
    VALUES (p_partner, (p_reservation ->> 'id')::uuid, (p_reservation ->> 'version')::integer, p_reservation ->> 'status',
      (p_reservation ->> 'createdAt')::timestamptz, p_reservation -> 'changedBy');
  INSERT INTO reservation_search (partner_id, reservation_id, content)
    VALUES (p_partner, (p_reservation ->> 'id')::uuid,
      reservation_search_content(concat_ws(E'\n', p_reservation ->> 'bookingReference', p_reservation ->> 'resellerReference'),
        p_reservation -> 'guest'));
  PERFORM add_to_reservation_total(p_partner, p_reservation ->> 'visitDate', p_reservation ->> 'status', 1);
END $function$;
