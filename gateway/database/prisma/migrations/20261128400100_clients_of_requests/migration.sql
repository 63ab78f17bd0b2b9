-- The client that marked the request, as the console does; null for any other. Lists leave marked requests out by default.
ALTER TABLE request_log ADD COLUMN client text;
CREATE INDEX request_log_unmarked_of_key ON request_log (key_id, sequence DESC) WHERE client IS NULL;
