-- Milliseconds, as cursors have them.
ALTER TABLE tour ADD COLUMN created_at timestamptz(3) NOT NULL DEFAULT now();
CREATE INDEX tour_by_created_at ON tour (is_active, created_at, id);

-- The expressions that the list searches in.
CREATE INDEX tour_by_text_en ON tour USING gin (fold(name_en || E'\n' || (description ->> 'en')) public.gin_trgm_ops);
CREATE INDEX tour_by_text_es ON tour USING gin (fold(name_es || E'\n' || (description ->> 'es')) public.gin_trgm_ops);
