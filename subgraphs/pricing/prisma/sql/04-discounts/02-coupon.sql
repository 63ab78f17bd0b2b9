-- Each row is a discount that guests get with a code. Operators change it, and the redemptions of reservations count
-- its uses. There may be very many coupons: each is read by its code when it is needed, and no cache holds them.
CREATE TABLE coupon (
  id uuid PRIMARY KEY,
  code text NOT NULL UNIQUE, -- It has only capital letters, digits, - and _.
  name jsonb NOT NULL, -- {"en": "…", "es": "…"}
  discount_type text NOT NULL CHECK (discount_type IN ('percentage', 'fixed_amount', 'free_service')),
  value integer NOT NULL, -- Percentage points, or cents of MXN for a fixed amount; 0 for a free service.
  service_id uuid, -- It is the service that is free, by its id at every cenote.
  item_id uuid, -- It is the only cenote or tour that the coupon is for; null for all.
  min_purchase_cents integer, -- The subtotal must be at least this, in cents of MXN.
  max_discount_cents integer, -- The coupon takes off this much at most, in cents of MXN; null means no limit.
  usage_limit integer, -- Null means no limit.
  usage_count integer NOT NULL DEFAULT 0,
  valid_from timestamptz,
  valid_until timestamptz, -- The coupon has expired at this instant.
  stackable boolean NOT NULL, -- One that is not stackable shares a price with no other discount.
  priority integer NOT NULL, -- The highest applies first.
  is_active boolean NOT NULL,
  -- Uses that have no redemption, such as those of used-up demo coupons: usage_count is always the sum of these and
  -- the redemptions that were not released.
  usage_before integer NOT NULL DEFAULT 0 CHECK (usage_before >= 0),
  description jsonb NOT NULL DEFAULT '{"en": "", "es": ""}',
  version integer NOT NULL DEFAULT 1,
  CHECK (usage_count >= 0 AND (usage_limit IS NULL OR usage_count <= usage_limit)),
  CHECK (value >= 0 AND (discount_type <> 'percentage' OR value <= 100))
);
-- Operators list the coupons of one item or state in the order of their codes.
CREATE INDEX coupon_by_item ON coupon (item_id, code);
CREATE INDEX coupon_by_state ON coupon (is_active, code);
-- Counting a use is not a change of the coupon, so the counts are not among these columns.
CREATE TRIGGER version_grows BEFORE UPDATE OF name, description, discount_type, value, service_id, item_id,
    min_purchase_cents, max_discount_cents, usage_limit, valid_from, valid_until, stackable, priority, is_active
  ON coupon
  FOR EACH ROW EXECUTE FUNCTION grow_version();

-- Each row is the use of a coupon by a reservation, which has one coupon at most. A release that comes before its
-- redemption leaves a row without a coupon, so that a redemption that arrives late takes no use.
-- redeem_coupon and subgraphs/pricing/coupon/repository.ts write it.
CREATE TABLE coupon_redemption (
  reservation_id uuid PRIMARY KEY, -- It is a reservation of booking.
  coupon_id uuid REFERENCES coupon (id),
  redeemed_at timestamptz,
  released_at timestamptz, -- The use counts while this is null.
  CHECK ((coupon_id IS NULL) = (redeemed_at IS NULL)),
  CHECK (coupon_id IS NOT NULL OR released_at IS NOT NULL)
);
-- An audit counts the uses of each coupon and compares them with its usage_count.
CREATE INDEX coupon_redemption_counted ON coupon_redemption (coupon_id) WHERE released_at IS NULL;

-- Counts one use of a coupon for a reservation. Returns 'redeemed', 'known' when the reservation has a row already, or
-- 'used_up' when the limit is reached. Locks the row of the reservation first and then that of the coupon, as a release
-- does, so that no two calls wait for each other in a circle.
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
