-- Each row has the version of a list that operators change as a whole: the taxes and fees, the exchange rates, or the
-- group discounts on transport. A change of a list locks its row first, and adds 1 to its version
-- (subgraphs/pricing/price-list). Rows are neither added nor removed.
CREATE TABLE price_list (
  id text PRIMARY KEY,
  version integer NOT NULL DEFAULT 1
);
INSERT INTO price_list (id) VALUES ('charges'), ('exchange_rates'), ('transport_group_discounts');
