-- No writer waits for a validation.
ALTER TABLE status_change VALIDATE CONSTRAINT status_change_has_partner;
ALTER TABLE communication VALIDATE CONSTRAINT communication_has_partner;
ALTER TABLE test_mail VALIDATE CONSTRAINT test_mail_has_partner;
