-- Titles and names: at most four combining marks on a character, and at least one letter, digit or emoji. The API checks both
-- for all of Unicode (platform/readable-name.ts). The database knows the blocks of marks that fonts stack and the signs of ASCII.
CREATE FUNCTION is_readable_name(name text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT name !~ '[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u0610-\u061A\u064B-\u065F\u1AB0-\u1ACE\u1DC0-\u1DFF\u20D0-\u20F0\uFE20-\uFE2F]{5}'
    -- An empty name has constraints of its own.
    AND name ~ '^\s*$|[^\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A0\u0300-\u036F\u2000-\u206F\u3000-\u303F]'
$$;

CREATE FUNCTION refuse_unreadable_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse('readable_name', 'A name needs a letter, digit or emoji, and at most four marks on a character');
  RETURN NULL;
END $$;

-- Triggers and not constraints: an older row keeps its name, and its counters can still change. Nor is the name of a post
-- checked again when a moderator restores the post.
CREATE TRIGGER posts_title_readable BEFORE INSERT ON posts
  FOR EACH ROW WHEN (NOT is_readable_name(NEW.title)) EXECUTE FUNCTION refuse_unreadable_name();
CREATE TRIGGER posts_title_still_readable BEFORE UPDATE OF title ON posts
  FOR EACH ROW WHEN (OLD.removed_at IS NULL AND NEW.title <> OLD.title AND NOT is_readable_name(NEW.title))
  EXECUTE FUNCTION refuse_unreadable_name();
CREATE TRIGGER profiles_full_name_readable BEFORE INSERT ON profiles
  FOR EACH ROW WHEN (NOT is_readable_name(NEW.full_name)) EXECUTE FUNCTION refuse_unreadable_name();
CREATE TRIGGER profiles_full_name_still_readable BEFORE UPDATE OF full_name ON profiles
  FOR EACH ROW WHEN (NEW.full_name IS DISTINCT FROM OLD.full_name AND NOT is_readable_name(NEW.full_name))
  EXECUTE FUNCTION refuse_unreadable_name();
CREATE TRIGGER site_settings_name_readable BEFORE INSERT OR UPDATE OF name ON site_settings
  FOR EACH ROW WHEN (NOT is_readable_name(NEW.name)) EXECUTE FUNCTION refuse_unreadable_name();
CREATE TRIGGER categories_name_readable BEFORE INSERT OR UPDATE OF name ON categories
  FOR EACH ROW WHEN (NOT is_readable_name(NEW.name)) EXECUTE FUNCTION refuse_unreadable_name();
CREATE TRIGGER events_title_readable BEFORE INSERT OR UPDATE OF title ON events
  FOR EACH ROW WHEN (NOT is_readable_name(NEW.title)) EXECUTE FUNCTION refuse_unreadable_name();
CREATE TRIGGER resources_title_readable BEFORE INSERT OR UPDATE OF title ON resources
  FOR EACH ROW WHEN (NOT is_readable_name(NEW.title)) EXECUTE FUNCTION refuse_unreadable_name();
CREATE TRIGGER featured_thinkers_name_readable BEFORE INSERT OR UPDATE OF name ON featured_thinkers
  FOR EACH ROW WHEN (NOT is_readable_name(NEW.name)) EXECUTE FUNCTION refuse_unreadable_name();
CREATE TRIGGER community_rules_title_readable BEFORE INSERT OR UPDATE OF title ON community_rules
  FOR EACH ROW WHEN (NOT is_readable_name(NEW.title)) EXECUTE FUNCTION refuse_unreadable_name();
