-- The slugs by which installation files name services. Ids of services follow from them, and not the other way round.
CREATE TABLE service_slug (
  service_id uuid PRIMARY KEY,
  slug text NOT NULL
);
