-- Of the request that created it: mails and documents are in it, whoever causes them.
ALTER TABLE reservation ADD COLUMN language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'es'));
-- Until now only a reminder had the guest's language.
UPDATE reservation SET language = communication.language
FROM communication
WHERE communication.reservation_id = reservation.id AND communication.language = 'es';
