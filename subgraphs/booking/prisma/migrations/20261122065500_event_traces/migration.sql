-- Where in its trace an event was written (W3C traceparent), so that webhook deliveries continue it; null without tracing.
ALTER TABLE reservation_event ADD COLUMN traceparent text;
