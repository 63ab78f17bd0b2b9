-- Makes NOT NULL, two migrations on, a matter of the catalog alone.
ALTER TABLE status_change ADD CONSTRAINT status_change_has_partner CHECK (partner_id IS NOT NULL) NOT VALID;
ALTER TABLE communication ADD CONSTRAINT communication_has_partner CHECK (partner_id IS NOT NULL) NOT VALID;
ALTER TABLE test_mail ADD CONSTRAINT test_mail_has_partner CHECK (partner_id IS NOT NULL) NOT VALID;
