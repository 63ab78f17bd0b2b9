-- Reminders that were planned before. Without `due_at` the release before does not send them as well.
WITH planned AS (
  UPDATE communication c SET due_at = NULL
  FROM (SELECT partner_id, id, due_at FROM communication WHERE status = 'scheduled' AND due_at IS NOT NULL FOR UPDATE) AS before
  WHERE c.partner_id = before.partner_id AND c.id = before.id
  RETURNING c.partner_id, c.reservation_id, c.id, c.type, before.due_at
)
INSERT INTO queued_mail (partner_id, reservation_id, communication_id, type, due_at)
  SELECT partner_id, reservation_id, id, type, due_at FROM planned
  ON CONFLICT DO NOTHING;
DELETE FROM reservation_due WHERE kind = 'reminder';
