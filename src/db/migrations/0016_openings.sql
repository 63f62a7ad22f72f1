-- What a list shows of a text, beside the row. Longer texts are kept compressed and apart: a list of fifty posts
-- would unpack fifty of them whole for the sake of their first lines.
-- A quarter more than the 200 characters of a preview, as breaks and spaces in sequence become one.
ALTER TABLE posts ADD COLUMN opening text NOT NULL GENERATED ALWAYS AS (left(content_text, 250)) STORED;
