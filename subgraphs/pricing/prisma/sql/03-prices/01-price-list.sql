-- One row per price list that operators edit as a whole: taxes and fees, exchange rates, group discounts on transport.
-- An edit locks the row first and increments its version (subgraphs/pricing/price-list). Rows are never added or
-- removed.
CREATE TABLE price_list (
  id text PRIMARY KEY,
  version integer NOT NULL DEFAULT 1
);
INSERT INTO price_list (id) VALUES ('charges'), ('exchange_rates'), ('transport_group_discounts');
