-- What children, seniors and groups pay is computed by the pricing subgraph, which charges it: the catalogue published
-- figures of its own that differed from it.
ALTER TABLE cenote DROP COLUMN child_cents, DROP COLUMN senior_cents, DROP COLUMN group_discounts;
ALTER TABLE tour DROP COLUMN child_cents, DROP COLUMN senior_cents;
