-- Vehicles of a transportation service (specification 2.8): {"vehicleTypes": [...], "maxCapacity": n, "pricePerKmCents": n}.
ALTER TABLE cenote_service ADD COLUMN transport_config jsonb
  CHECK (transport_config IS NULL OR category = 'transportation');
