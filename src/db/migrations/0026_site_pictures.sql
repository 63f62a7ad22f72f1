-- A logo and an icon, which admins upload.
ALTER TABLE site_settings
  ADD COLUMN logo text
    CONSTRAINT site_settings_logo_check CHECK (logo ~ '^/files/site/[0-9a-f]{24}-[0-9]{1,3}x[0-9]{1,3}\.webp$'),
  ADD COLUMN icon text CONSTRAINT site_settings_icon_check CHECK (icon ~ '^/files/site/[0-9a-f]{24}-512\.png$');
