-- One row per discount that needs a code. Operators edit coupons; reservations redeem them, which counts their uses.
-- There may be very many and their counts change all the time, so each is read by its code and never cached.
CREATE TABLE coupon (
  id uuid PRIMARY KEY,
  code text NOT NULL UNIQUE, -- Capital letters, digits, - and _.
  name jsonb NOT NULL, -- {"en": "…", "es": "…"}
  discount_type text NOT NULL CHECK (discount_type IN ('percentage', 'fixed_amount', 'free_service')),
  value integer NOT NULL, -- Percentage points, cents of MXN for a fixed amount, or 0 for a free service.
  service_id uuid, -- service_id of the cenote_service that is free.
  product_id uuid, -- The only cenote or tour that it is valid for; null for all.
  min_purchase_cents integer, -- Smallest subtotal, in cents of MXN.
  max_discount_cents integer, -- Largest discount, in cents of MXN; null for no limit.
  usage_limit integer, -- Null for no limit.
  usage_count integer NOT NULL DEFAULT 0,
  valid_from timestamptz,
  valid_until timestamptz, -- Exclusive.
  stackable boolean NOT NULL, -- If false for any applicable discount, only the first applies.
  priority integer NOT NULL, -- Highest first.
  is_active boolean NOT NULL,
  -- Uses without a redemption, as of used-up demo coupons. usage_count is their number plus that of the redemptions
  -- that are not released.
  usage_before integer NOT NULL DEFAULT 0 CHECK (usage_before >= 0),
  description jsonb NOT NULL DEFAULT '{"en": "", "es": ""}',
  version integer NOT NULL DEFAULT 1,
  CHECK (usage_count >= 0 AND (usage_limit IS NULL OR usage_count <= usage_limit)),
  CHECK (value >= 0 AND (discount_type <> 'percentage' OR value <= 100))
);
-- Serve lists of coupons by product or is_active, in the order of their codes.
CREATE INDEX coupon_by_product ON coupon (product_id, code);
CREATE INDEX coupon_by_state ON coupon (is_active, code);
-- The list leaves out the counts, because a use is not an edit, and the code, which never changes.
CREATE TRIGGER version_grows BEFORE UPDATE OF name, description, discount_type, value, service_id, product_id,
    min_purchase_cents, max_discount_cents, usage_limit, valid_from, valid_until, stackable, priority, is_active
  ON coupon
  FOR EACH ROW EXECUTE FUNCTION grow_version();

-- One row per reservation that has used a coupon; a reservation has at most one. A release that arrives before its
-- redemption inserts a row without a coupon, so that the late redemption does not count. redeem_coupon and
-- subgraphs/pricing/coupon/repository.ts write it.
CREATE TABLE coupon_redemption (
  reservation_id uuid PRIMARY KEY, -- Reservation in booking.
  coupon_id uuid REFERENCES coupon (id),
  redeemed_at timestamptz,
  released_at timestamptz, -- The use counts while this is null.
  CHECK ((coupon_id IS NULL) = (redeemed_at IS NULL)),
  CHECK (coupon_id IS NOT NULL OR released_at IS NOT NULL)
);
-- The audit compares the uses of each coupon with its usage_count.
CREATE INDEX coupon_redemption_counted ON coupon_redemption (coupon_id) WHERE released_at IS NULL;

-- Counts one use of a coupon for a reservation. Returns 'redeemed', 'known' if the reservation already has a row, or
-- 'used_up' if the limit is reached. Locks the row of the reservation before that of the coupon, as a release does, to
-- avoid deadlocks.
-- Example: SELECT redeem_coupon('5b0f6a52-7c1e-4d7b-9a40-2f6f1f0e8c11', 'c3d8e1f4-2a6b-4e09-8d57-90b1a2c3d4e5', now());
CREATE FUNCTION redeem_coupon(p_reservation uuid, p_coupon uuid, p_now timestamptz)
RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO coupon_redemption (reservation_id, coupon_id, redeemed_at) VALUES (p_reservation, p_coupon, p_now)
    ON CONFLICT (reservation_id) DO NOTHING;
  IF NOT FOUND THEN RETURN 'known'; END IF;
  UPDATE coupon SET usage_count = usage_count + 1
    WHERE id = p_coupon AND (usage_limit IS NULL OR usage_count < usage_limit);
  IF FOUND THEN RETURN 'redeemed'; END IF;
  DELETE FROM coupon_redemption WHERE reservation_id = p_reservation;
  RETURN 'used_up';
END $$;
