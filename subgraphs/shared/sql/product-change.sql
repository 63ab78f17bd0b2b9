-- One row per change that a statement made to one or more products. Triggers insert it in the transaction of the
-- change. The change feed of booking turns the rows of the transactions that ended since its last read into events
-- (subgraphs/shared/store/product-changes.ts). A job replaces rows older than a week by one of each kind for every product.
CREATE TABLE product_change (
  -- A reader compares it with the snapshot of its last read.
  transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Pricing inserts only the kind 'pricing', booking only 'availability'.
  kind text NOT NULL CHECK (kind IN ('availability', 'product', 'pricing')),
  -- Null for every product, and for discount rules and promotions, which do not know the type of their products.
  product_type text CHECK (product_type IN ('cenote', 'tour')),
  product_ids uuid[], -- Null for every product.
  action text CHECK (action IN ('created', 'updated', 'deactivated')), -- Null except for the kind 'product'.
  -- Members of the product that changed, such as 'name', for the kind 'product'. Empty for a created product, and if
  -- any member may have changed.
  changed text[] NOT NULL DEFAULT '{}',
  -- First and last date of a change of availability, YYYY-MM-DD. Null means from today, and without an end. Only
  -- booking sets them.
  date_from text,
  date_to text,
  CHECK ((kind = 'product') = (action IS NOT NULL))
);
CREATE INDEX product_change_by_transaction ON product_change (transaction);
