-- Fills what exists; new rows have been complete since the migration before. No table is locked.
UPDATE status_change c SET partner_id = r.partner_id FROM reservation r WHERE r.id = c.reservation_id AND c.partner_id IS NULL;
UPDATE communication c SET partner_id = r.partner_id FROM reservation r WHERE r.id = c.reservation_id AND c.partner_id IS NULL;
UPDATE test_mail m SET partner_id = c.partner_id FROM communication c WHERE c.id = m.communication_id AND m.partner_id IS NULL;

INSERT INTO reservation_code (kind, code, partner_id, reservation_id)
  SELECT kind, code, partner_id, id
  FROM reservation, LATERAL (VALUES ('id', id::text), ('reference', booking_reference), ('confirmation', confirmation_code)) AS named (kind, code)
  ON CONFLICT DO NOTHING;

INSERT INTO reservation_due (reservation_id, kind, partner_id, due_at, cenote_id, visit_date)
  SELECT id, CASE status WHEN 'pending' THEN 'hold' ELSE 'no_show' END, partner_id,
    CASE status WHEN 'pending' THEN payment_deadline ELSE day_ends_at END, cenote_id, visit_date
  FROM reservation WHERE status IN ('pending', 'confirmed')
  ON CONFLICT DO NOTHING;
INSERT INTO reservation_due (reservation_id, kind, partner_id, due_at, attempts)
  SELECT reservation_id, 'reminder', partner_id, due_at, attempts FROM communication WHERE status = 'scheduled' AND due_at IS NOT NULL
  ON CONFLICT DO NOTHING;
INSERT INTO reservation_due (reservation_id, kind, partner_id, due_at)
  SELECT reservation_id, 'test_mail', c.partner_id, min(m.created_at) + interval '30 days'
  FROM test_mail m JOIN communication c ON c.id = m.communication_id GROUP BY reservation_id, c.partner_id
  ON CONFLICT DO NOTHING;
