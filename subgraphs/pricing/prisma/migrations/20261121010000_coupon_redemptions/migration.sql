-- Uses counted before redemptions were recorded here: usage_count is always these plus the redemptions not released.
ALTER TABLE coupon ADD COLUMN usage_before integer NOT NULL DEFAULT 0 CHECK (usage_before >= 0);
UPDATE coupon SET usage_before = usage_count;

-- One coupon a reservation. A release that comes before its redemption leaves a row without a coupon, so that a
-- redemption that was lost on its way and arrives late takes no use.
CREATE TABLE coupon_redemption (
  reservation_id uuid PRIMARY KEY,
  coupon_id uuid REFERENCES coupon (id),
  redeemed_at timestamptz,
  released_at timestamptz,
  CHECK ((coupon_id IS NULL) = (redeemed_at IS NULL)),
  CHECK (coupon_id IS NOT NULL OR released_at IS NOT NULL)
);
CREATE INDEX coupon_redemption_counted ON coupon_redemption (coupon_id) WHERE released_at IS NULL;

-- Counts one use of a coupon for a reservation: 'redeemed', 'known' when the reservation has a row already, 'used_up'
-- when the limit is reached. First the reservation's row, then the coupon's, as releasing does: no two wait in a circle.
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
