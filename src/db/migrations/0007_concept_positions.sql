-- The order of concepts, which curators choose.
ALTER TABLE concepts ADD COLUMN position smallint CONSTRAINT concepts_position_check CHECK (position BETWEEN 1 AND 99);
