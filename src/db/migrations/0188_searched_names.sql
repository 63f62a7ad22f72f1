-- The names of a member as searches compare them: computed once, and not for each name that a search looks at.
ALTER TABLE profiles ADD COLUMN searched_names text NOT NULL
  GENERATED ALWAYS AS (folded_names(username || ' ' || coalesce(full_name, ''))) STORED;
DROP INDEX profiles_names_index;
CREATE INDEX profiles_names_index ON profiles USING gin (searched_names gin_trgm_ops) WITH (fastupdate = off);
