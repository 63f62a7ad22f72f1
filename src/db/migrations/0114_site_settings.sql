-- What admins say of the forum itself: its name, what it is about, its texts, and who may join. What is null or empty is as
-- the configuration and the program have it.
CREATE TABLE site_settings (
  -- There is one row.
  id uuid PRIMARY KEY DEFAULT '00000000-0000-7000-8000-000000000001'
    CONSTRAINT site_settings_one_row_check CHECK (id = '00000000-0000-7000-8000-000000000001'),
  name text CONSTRAINT site_settings_name_check CHECK (is_text(name, 60)),
  description text CONSTRAINT site_settings_description_check CHECK (is_text(description, 300)),
  -- An e-mail address, or that of a page.
  contact text CONSTRAINT site_settings_contact_check CHECK (is_text(contact, 500)),
  about text NOT NULL DEFAULT '' CONSTRAINT site_settings_about_check CHECK (about = '' OR is_text(about, 10000)),
  guidelines text NOT NULL DEFAULT ''
    CONSTRAINT site_settings_guidelines_check CHECK (guidelines = '' OR is_text(guidelines, 10000)),
  terms text NOT NULL DEFAULT '' CONSTRAINT site_settings_terms_check CHECK (terms = '' OR is_text(terms, 30000)),
  privacy text NOT NULL DEFAULT '' CONSTRAINT site_settings_privacy_check CHECK (privacy = '' OR is_text(privacy, 30000)),
  registration text NOT NULL DEFAULT 'open'
    CONSTRAINT site_settings_registration_check CHECK (registration IN ('open', 'invite', 'closed')),
  -- Who makes links of invitation: admins, or moderators as well.
  inviters text NOT NULL DEFAULT 'admins'
    CONSTRAINT site_settings_inviters_check CHECK (inviters IN ('admins', 'moderators')),
  updated_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO site_settings DEFAULT VALUES;

CREATE TRIGGER site_settings_mark_updated BEFORE UPDATE ON site_settings
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_updated();

ALTER TABLE content_changes
  DROP CONSTRAINT content_changes_kind_check,
  ADD CONSTRAINT content_changes_kind_check
    CHECK (kind IN ('category', 'thinker', 'book', 'blog', 'event', 'rule', 'site'));
