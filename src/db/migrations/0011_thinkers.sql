-- The directory of thinkers: people the forum talks about, not members.

CREATE TABLE featured_thinkers (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text COLLATE "und-x-icu" NOT NULL CONSTRAINT featured_thinkers_name_key UNIQUE
    CHECK (char_length(btrim(name)) BETWEEN 1 AND 100),
  field_of_expertise text NOT NULL CHECK (char_length(btrim(field_of_expertise)) BETWEEN 1 AND 150),
  bio text NOT NULL CHECK (char_length(btrim(bio)) BETWEEN 1 AND 2000),
  website_url text CHECK (char_length(website_url) <= 500 AND website_url ~* '^https?://[^\s<>"]+$'),
  key_works text[] NOT NULL DEFAULT '{}' CHECK (cardinality(key_works) <= 20 AND array_position(key_works, NULL) IS NULL),
  born smallint,
  died smallint,
  CONSTRAINT featured_thinkers_years_check CHECK (died > born)
);
