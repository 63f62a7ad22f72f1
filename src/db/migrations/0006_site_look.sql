-- Heading, text and colours of the forum, which admins choose.
ALTER TABLE site_settings
  ADD COLUMN headline text CONSTRAINT site_settings_headline_check CHECK (is_text(headline, 120)),
  ADD COLUMN introduction text CONSTRAINT site_settings_introduction_check CHECK (is_text(introduction, 500)),
  ADD COLUMN accent_dark text CONSTRAINT site_settings_accent_dark_check CHECK (accent_dark ~ '^#[0-9a-f]{6}$'),
  ADD COLUMN accent_light text
    CONSTRAINT site_settings_accent_light_check CHECK (accent_light ~ '^#[0-9a-f]{6}$');
