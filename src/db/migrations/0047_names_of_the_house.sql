-- Of the reserved names those that speak for the house: nobody's displayed name may look like them either. The others are
-- names of pages, which a person may have ("Art").
ALTER TABLE reserved_usernames ADD COLUMN is_house boolean NOT NULL DEFAULT false;
UPDATE reserved_usernames SET is_house = true WHERE username = ANY (regexp_split_to_array(btrim($$
  abuse admin administrator administrators admins anonymous bot community daemon deleted delete_user deleted-user
  editor editors everybody everyone forum hostmaster mailer-daemon mod moderation moderator moderators mods myself
  no-reply nobody none noreply null official owner postmaster robots root security self service services somebody staff
  support sysadmin sysop system team the-threshold threshold undefined unknown webmaster you
$$, E' \n'), '\s+'));

-- Letters that nobody sees make one name look like another. A trigger, not a check: a check would refuse every change
-- of a counter for who has such a name already, and they keep it until they choose another. Joiners and variation
-- selectors have their place in some scripts; where, the server knows (features/profiles/own-policy.ts).
CREATE FUNCTION refuse_invisible_name() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse('profiles_full_name_visible', 'A name holds no invisible characters');
  RETURN NULL;
END $$;

CREATE FUNCTION has_invisible(name text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT name ~ ('[\u0001-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F'
    || '\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0E\uFEFF\uFFA0\uFFF0-\uFFFB'
    || '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]')
$$;

CREATE TRIGGER profiles_visible_name_made BEFORE INSERT ON profiles
  FOR EACH ROW WHEN (has_invisible(NEW.full_name)) EXECUTE FUNCTION refuse_invisible_name();
CREATE TRIGGER profiles_visible_name BEFORE UPDATE OF full_name ON profiles
  FOR EACH ROW WHEN (OLD.full_name IS DISTINCT FROM NEW.full_name AND has_invisible(NEW.full_name))
  EXECUTE FUNCTION refuse_invisible_name();
