-- Inserts a reservation with its first status_change, its search text and its share of the totals. p_reservation is the
-- snapshot of the event of its creation, with the author in `changedBy`. Runs where the rows of the partner are. Only
-- `store_reservation` calls it.
-- Example: SELECT write_reservation('9a6d2c1e-4b3f-4d8a-8c70-1e5f2a3b4c5d',
--   '{"id": "019ab3c4-d5e6-7f80-9a1b-2c3d4e5f6071", "bookingReference": "CEN-7K2M9P", "status": "pending", …}');
CREATE FUNCTION write_reservation(p_partner uuid, p_reservation jsonb)
RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM insert_reservation(p_partner, p_reservation);
  INSERT INTO status_change (partner_id, reservation_id, version, status, at, author)
    VALUES (p_partner, (p_reservation ->> 'id')::uuid, (p_reservation ->> 'version')::integer,
      p_reservation ->> 'status', (p_reservation ->> 'createdAt')::timestamptz, p_reservation -> 'changedBy');
  INSERT INTO reservation_search (partner_id, reservation_id, content)
    VALUES (p_partner, (p_reservation ->> 'id')::uuid,
      reservation_search_content(
        concat_ws(E'\n', p_reservation ->> 'bookingReference', p_reservation ->> 'resellerReference'),
        p_reservation -> 'guest'));
  PERFORM add_to_reservation_total(p_partner, p_reservation ->> 'visitDate', p_reservation ->> 'status', 1);
END $$;

-- Inserts the event of a reservation that was just inserted or updated, and notes when the reservation is due.
-- p_reservation becomes the snapshot of the event. Called by `store_reservation` and `change_reservation`.
-- Example: SELECT write_reservation_event('9a6d2c1e-4b3f-4d8a-8c70-1e5f2a3b4c5d',
--   '{"id": "019ab3c4-d5e6-7f80-9a1b-2c3d4e5f6071", "status": "confirmed", "version": 2, …}',
--   gen_random_uuid(), 'reservation.confirmed', NULL);
CREATE FUNCTION write_reservation_event(p_partner uuid, p_reservation jsonb, p_event uuid, p_type text,
  p_traceparent text)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_id uuid := p_reservation ->> 'id';
  v_product uuid := p_reservation ->> 'productId';
BEGIN
  INSERT INTO reservation_event (id, partner_id, reservation_id, product_id, product_type, previous_product_id,
      previous_product_type, type, version, occurred_at, snapshot, traceparent)
    VALUES (p_event, p_partner, v_id, v_product, p_reservation ->> 'productType',
      (p_reservation ->> 'previousProductId')::uuid, p_reservation ->> 'previousProductType', p_type,
      (p_reservation ->> 'version')::integer, (p_reservation ->> 'updatedAt')::timestamptz, p_reservation,
      p_traceparent);
  PERFORM set_reservation_due(p_partner, v_id, p_reservation ->> 'status',
    (p_reservation ->> 'paymentDeadline')::timestamptz, (p_reservation ->> 'dayEndsAt')::timestamptz, v_product,
    p_reservation ->> 'visitDate', p_reservation -> 'stops');
END $$;

-- Stores a new reservation: its codes, the rows of `write_reservation`, its event, and when it is due. Raises a unique
-- violation of `reservation_code_key` if a reference or code exists, and of `reservation_code_external_id` if the
-- partner has used the external id before. Only `create_reservation` calls it.
-- Example: SELECT store_reservation('9a6d2c1e-4b3f-4d8a-8c70-1e5f2a3b4c5d',
--   '{"id": "019ab3c4-d5e6-7f80-9a1b-2c3d4e5f6071", "bookingReference": "CEN-7K2M9P", "status": "pending", …}',
--   gen_random_uuid(), 'reservation.created', NULL);
CREATE FUNCTION store_reservation(p_partner uuid, p_reservation jsonb, p_event uuid, p_type text, p_traceparent text)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_id uuid := p_reservation ->> 'id';
BEGIN
  -- First, so that a concurrent creation with the same external id waits here.
  IF p_reservation ->> 'externalId' IS NOT NULL THEN
    INSERT INTO reservation_code (kind, code, partner_id, reservation_id)
      VALUES ('external_id', p_reservation ->> 'externalId', p_partner, v_id);
  END IF;
  INSERT INTO reservation_code (kind, code, partner_id, reservation_id)
    VALUES ('id', v_id::text, p_partner, v_id),
      ('reference', p_reservation ->> 'bookingReference', p_partner, v_id),
      ('confirmation', p_reservation ->> 'confirmationCode', p_partner, v_id);
  PERFORM write_reservation(p_partner, p_reservation);
  PERFORM write_reservation_event(p_partner, p_reservation, p_event, p_type, p_traceparent);
END $$;

-- Creates a reservation: takes its places and stores it, all or nothing. p_reservation is the snapshot of its event,
-- with the author in `changedBy`; p_places are the changes of `change_places`. p_hold_limit is the maximum of people
-- for whom the partner may hold places unpaid on the day of visit, null without a limit; `held` returns how many its
-- other reservations hold. p_operation names the work of a request with an Idempotency-Key, otherwise null.
--
-- Whatever may refuse comes before anything is written, and the places are the last of that, so that a refusal changes
-- nothing. `written` is false if the partner would hold too many places, if the coupon claim was released, if there is
-- no room, or if the product is closed. If a concurrent duplicate has completed the operation, it raises a violation of
-- `completed_operation_pkey`.
-- Example: SELECT written, held FROM create_reservation(
--   '{"id": "019ab3c4-d5e6-7f80-9a1b-2c3d4e5f6071", "partnerId": "9a6d2c1e-4b3f-4d8a-8c70-1e5f2a3b4c5d", …}',
--   '[{"product": "5e1f0c3a-8d42-4b7e-9f15-2c6a7b9d0e31", "date": "2026-12-24", "released": 0, "taken": 4, …}]',
--   4, 100, gen_random_uuid(), NULL, NULL);
CREATE FUNCTION create_reservation(p_reservation jsonb, p_places jsonb, p_people integer, p_hold_limit integer,
  p_event uuid, p_operation text, p_traceparent text, OUT written boolean, OUT held bigint)
LANGUAGE plpgsql AS $$
DECLARE
  v_id uuid := p_reservation ->> 'id';
  v_partner uuid := p_reservation ->> 'partnerId';
  v_has_coupon boolean := p_reservation ->> 'couponCode' IS NOT NULL;
BEGIN
  written := false;
  held := 0;
  IF p_hold_limit IS NOT NULL THEN
    held := held_unpaid(v_partner, p_reservation ->> 'visitDate', (p_reservation ->> 'createdAt')::timestamptz, v_id);
    IF held + p_people > p_hold_limit THEN RETURN; END IF;
  END IF;
  IF v_has_coupon THEN
    -- Locked before places are taken for it, so that the claim cannot be released meanwhile.
    PERFORM FROM coupon_claim WHERE reservation_id = v_id AND state = 'claimed' FOR UPDATE;
    IF NOT FOUND THEN RETURN; END IF;
  END IF;
  IF NOT change_places(p_places) THEN RETURN; END IF;
  PERFORM store_reservation(v_partner, p_reservation, p_event, 'reservation.created', p_traceparent);
  IF v_has_coupon THEN
    UPDATE coupon_claim SET state = 'kept' WHERE reservation_id = v_id;
  END IF;
  IF p_operation IS NOT NULL THEN
    INSERT INTO completed_operation (partner_id, operation, reservation_id, version)
      VALUES (v_partner, p_operation, v_id, (p_reservation ->> 'version')::integer);
  END IF;
  written := true;
END $$;

-- Updates the row of a reservation. Inserts a status_change with p_note if the status differs, moves the reservation in
-- the totals if its status or day differs, and updates its search text if p_has_new_guest, which means a different
-- guest or reseller's reference. p_status_before and p_date_before are those before the change. Runs where the rows of
-- the partner are. Only `change_reservation` calls it.
-- Example: SELECT rewrite_reservation('9a6d2c1e-4b3f-4d8a-8c70-1e5f2a3b4c5d',
--   '{"id": "019ab3c4-d5e6-7f80-9a1b-2c3d4e5f6071", "status": "confirmed", "version": 2, …}',
--   'pending', '2026-12-24', false, NULL);
CREATE FUNCTION rewrite_reservation(p_partner uuid, p_reservation jsonb, p_status_before text, p_date_before text,
  p_has_new_guest boolean, p_note text)
RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  v_id uuid := p_reservation ->> 'id';
  v_status text := p_reservation ->> 'status';
  v_date text := p_reservation ->> 'visitDate';
BEGIN
  PERFORM update_reservation(p_partner, p_reservation);
  IF p_status_before <> v_status THEN
    INSERT INTO status_change (partner_id, reservation_id, version, status, at, note, author)
      VALUES (p_partner, v_id, (p_reservation ->> 'version')::integer, v_status,
        (p_reservation ->> 'updatedAt')::timestamptz, p_note, p_reservation -> 'changedBy');
  END IF;
  IF p_status_before <> v_status OR p_date_before <> v_date THEN
    PERFORM add_to_reservation_total(p_partner, p_date_before, p_status_before, -1);
    PERFORM add_to_reservation_total(p_partner, v_date, v_status, 1);
  END IF;
  IF p_has_new_guest THEN
    UPDATE reservation_search SET content = reservation_search_content(
        concat_ws(E'\n', p_reservation ->> 'bookingReference', p_reservation ->> 'resellerReference'),
        p_reservation -> 'guest')
      WHERE partner_id = p_partner AND reservation_id = v_id;
  END IF;
END $$;

-- Stores a change to a reservation whose row the same transaction has locked, with its event and when it is due next.
-- p_reservation is the whole reservation after the change, with the author in `changedBy` and, after a move to another
-- product, `previousProductId` and `previousProductType`. The other parameters are those of `rewrite_reservation` and
-- `write_reservation_event`.
-- Example: SELECT change_reservation('9a6d2c1e-4b3f-4d8a-8c70-1e5f2a3b4c5d',
--   '{"id": "019ab3c4-d5e6-7f80-9a1b-2c3d4e5f6071", "status": "confirmed", "version": 2, …}',
--   'pending', '2026-12-24', false, gen_random_uuid(), 'reservation.confirmed', NULL, NULL);
CREATE FUNCTION change_reservation(p_partner uuid, p_reservation jsonb, p_status_before text, p_date_before text,
  p_has_new_guest boolean, p_event uuid, p_type text, p_note text, p_traceparent text)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rewrite_reservation(p_partner, p_reservation, p_status_before, p_date_before, p_has_new_guest, p_note);
  PERFORM write_reservation_event(p_partner, p_reservation, p_event, p_type, p_traceparent);
END $$;
