-- What work told beside the reservation it left, such as the differences a modification made: whoever does it again
-- after a crash tells the same.
ALTER TABLE completed_operation ADD COLUMN told jsonb;
