-- Settings of the forum, and content maintained by editors and admins. Each change locks one row.

-- Settings of the forum. A null or empty value stands for the default from the configuration or the program.
CREATE TABLE site_settings (
  -- The fixed id allows only one row.
  id uuid PRIMARY KEY DEFAULT '00000000-0000-7000-8000-000000000001',
  name text CONSTRAINT site_settings_name_check CHECK (is_text(name, 60)),
  description text CONSTRAINT site_settings_description_check CHECK (is_text(description, 300)),
  -- How to contact the operators: an email address or a URL.
  contact text CONSTRAINT site_settings_contact_check CHECK (is_text(contact, 500)),
  about text NOT NULL DEFAULT ''
    CONSTRAINT site_settings_about_check CHECK (about = '' OR is_text(about, 10000)),
  guidelines text NOT NULL DEFAULT ''
    CONSTRAINT site_settings_guidelines_check CHECK (guidelines = '' OR is_text(guidelines, 10000)),
  terms text NOT NULL DEFAULT ''
    CONSTRAINT site_settings_terms_check CHECK (terms = '' OR is_text(terms, 30000)),
  privacy text NOT NULL DEFAULT ''
    CONSTRAINT site_settings_privacy_check CHECK (privacy = '' OR is_text(privacy, 30000)),
  registration text NOT NULL DEFAULT 'open'
    CONSTRAINT site_settings_registration_check CHECK (registration IN ('open', 'invite', 'closed')),
  -- Roles that may create invite links.
  inviters text NOT NULL DEFAULT 'admins'
    CONSTRAINT site_settings_inviters_check CHECK (inviters IN ('admins', 'moderators')),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- How much of a new member's content a moderator must approve before publication.
  new_members text NOT NULL DEFAULT 'open'
    CONSTRAINT site_settings_new_members_check CHECK (new_members IN ('open', 'careful', 'strict')),
  -- Heading and text of the home page for guests.
  headline text CONSTRAINT site_settings_headline_check CHECK (is_text(headline, 120)),
  introduction text CONSTRAINT site_settings_introduction_check CHECK (is_text(introduction, 500)),
  -- Colours of links and buttons in the two themes, as in '#e9b872'.
  accent_dark text CONSTRAINT site_settings_accent_dark_check CHECK (accent_dark ~ '^#[0-9a-f]{6}$'),
  accent_light text CONSTRAINT site_settings_accent_light_check CHECK (accent_light ~ '^#[0-9a-f]{6}$'),
  -- Whether members can add pictures to posts and comments. Existing pictures stay visible.
  pictures text NOT NULL DEFAULT 'on'
    CONSTRAINT site_settings_pictures_check CHECK (pictures IN ('on', 'off')),
  -- When guests must solve a task for pages that are not cached.
  guest_check text NOT NULL DEFAULT 'flood'
    CONSTRAINT site_settings_guest_check_check CHECK (guest_check IN ('flood', 'always', 'never')),
  -- Whether robots.txt allows crawlers that collect texts for AI training.
  ai_training text NOT NULL DEFAULT 'allowed'
    CONSTRAINT site_settings_ai_training_check CHECK (ai_training IN ('allowed', 'refused')),
  -- Paths of an uploaded logo, with its width and height, and of an icon with 512 pixels. Null: the default.
  logo text
    CONSTRAINT site_settings_logo_check CHECK (logo ~ '^/files/site/[0-9a-f]{24}-[0-9]{1,3}x[0-9]{1,3}\.webp$'),
  icon text CONSTRAINT site_settings_icon_check CHECK (icon ~ '^/files/site/[0-9a-f]{24}-512\.png$'),
  CONSTRAINT site_settings_one_row_check CHECK (id = '00000000-0000-7000-8000-000000000001'),
  CONSTRAINT readable_name CHECK (is_readable_name(name))
);

INSERT INTO site_settings DEFAULT VALUES;

-- History of content maintained by editors and admins, written in the same transaction as the change
-- (accounts/manage-forms/items.server.ts). `name` is the item's name at that time. For an account it is the username, which
-- the account's deletion erases.
CREATE TABLE content_changes (
  id uuid PRIMARY KEY DEFAULT new_id(),
  kind text NOT NULL
    CONSTRAINT content_changes_kind_check CHECK (kind IN ('concept', 'thinker', 'book', 'blog', 'event',
      'rule', 'site', 'job', 'webhook', 'saved reply', 'account', 'watched word', 'blocked mail',
      'import')),
  item_id uuid NOT NULL,
  name text NOT NULL,
  act text NOT NULL
    CONSTRAINT content_changes_act_check CHECK (act IN ('created', 'updated', 'deleted', 'retried',
      'discarded')),
  -- The columns that an update changed.
  fields text[] NOT NULL DEFAULT '{}'
    CONSTRAINT content_changes_fields_check CHECK ((act = 'updated') = (cardinality(fields) > 0)),
  -- Null: the member has left.
  changed_by uuid REFERENCES profiles ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX content_changes_account_index ON content_changes (item_id) WHERE kind = 'account';
CREATE INDEX content_changes_changed_by_index ON content_changes (changed_by);

-- Steps of the set-up list that an admin marked as done. 'dismissed' hides the whole list.
CREATE TABLE setup_steps (
  step text PRIMARY KEY
    CONSTRAINT setup_steps_step_check CHECK (step IN ('name', 'look', 'texts', 'rules', 'concepts', 'email', 'backup',
      'moderators', 'post', 'dismissed')),
  done_at timestamptz NOT NULL DEFAULT now()
);

-- Tables into which a new forum's starter content was inserted, such as 'concepts'. Nothing is inserted there again,
-- even if editors have deleted all of it.
CREATE TABLE starter_content (
  name text PRIMARY KEY,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  -- Rows that an admin removed in one step, so that they can be restored.
  removed jsonb
);

-- Thinkers whom the forum discusses, listed on /thinkers.
CREATE TABLE featured_thinkers (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text COLLATE "und-x-icu" NOT NULL CONSTRAINT featured_thinkers_name_check CHECK (is_text(name, 100)),
  field_of_expertise text NOT NULL
    CONSTRAINT featured_thinkers_field_of_expertise_check CHECK (is_text(field_of_expertise, 150)),
  bio text NOT NULL CONSTRAINT featured_thinkers_bio_check CHECK (is_text(bio, 2000)),
  website_url text CONSTRAINT featured_thinkers_website_url_check CHECK (is_web_address(website_url)),
  key_works text[] NOT NULL DEFAULT '{}'
    CONSTRAINT featured_thinkers_key_works_check CHECK (cardinality(key_works) <= 20 AND are_texts(key_works,
      200)),
  born smallint CONSTRAINT featured_thinkers_born_check CHECK (born BETWEEN 1 AND 2100),
  died smallint CONSTRAINT featured_thinkers_died_check CHECK (died BETWEEN 1 AND 2100),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT featured_thinkers_years_check CHECK (died > born),
  CONSTRAINT readable_name CHECK (is_readable_name(name))
);
CREATE UNIQUE INDEX featured_thinkers_name_key ON featured_thinkers (lower(name));

-- Books and blogs. Which columns are set depends on the kind.
CREATE TABLE resources (
  id uuid PRIMARY KEY DEFAULT new_id(),
  kind text NOT NULL CONSTRAINT resources_kind_check CHECK (kind IN ('book', 'blog')),
  title text COLLATE "und-x-icu" NOT NULL CONSTRAINT resources_title_check CHECK (is_text(title, 200)),
  author text NOT NULL CONSTRAINT resources_author_check CHECK (is_text(author, 150)),
  description text NOT NULL CONSTRAINT resources_description_check CHECK (is_text(description, 500)),
  link text NOT NULL CONSTRAINT resources_link_check CHECK (is_web_address(link)),
  year smallint CONSTRAINT resources_year_check CHECK (year BETWEEN 1 AND 2100),
  category text COLLATE "und-x-icu" CONSTRAINT resources_category_check CHECK (is_text(category, 50)),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT resources_blog_check CHECK ((kind = 'blog') = (category IS NOT NULL)),
  CONSTRAINT resources_book_check CHECK ((kind = 'book') = (year IS NOT NULL)),
  CONSTRAINT readable_name CHECK (is_readable_name(title))
);
CREATE UNIQUE INDEX resources_title_key ON resources (kind, lower(title));

CREATE TABLE events (
  id uuid PRIMARY KEY DEFAULT new_id(),
  title text NOT NULL CONSTRAINT events_title_check CHECK (is_text(title, 150)),
  description text NOT NULL DEFAULT ''
    CONSTRAINT events_description_check CHECK (description = '' OR is_text(description, 2000)),
  -- The limits catch typing errors, for example the year 20226.
  starts_at timestamptz NOT NULL
    CONSTRAINT events_starts_at_check CHECK (starts_at >= '2000-01-01Z' AND starts_at < '2100-01-01Z'),
  ends_at timestamptz CONSTRAINT events_ends_at_check CHECK (ends_at > starts_at AND ends_at < '2100-01-01Z'),
  place text CONSTRAINT events_place_check CHECK (is_text(place, 200)),
  link text CONSTRAINT events_link_check CHECK (is_web_address(link)),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT events_where_check CHECK (place IS NOT NULL OR link IS NOT NULL),
  CONSTRAINT readable_name CHECK (is_readable_name(title))
);
CREATE INDEX events_starts_at_index ON events (starts_at, id);
