-- Why a slot differs from usual, in the operator's words (PUT .../availability).
ALTER TABLE inventory_slot ADD COLUMN note text;
