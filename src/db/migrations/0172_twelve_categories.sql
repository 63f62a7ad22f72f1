-- A post has up to 12 categories (CATEGORY_LIMIT).
ALTER TABLE post_categories DROP CONSTRAINT post_categories_position_check,
  ADD CONSTRAINT post_categories_position_check CHECK (position BETWEEN 0 AND 11);
