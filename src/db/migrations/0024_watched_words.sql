-- Watched words, blocked email addresses, and the number of texts that the forum held by itself.
CREATE TABLE watched_words (
  id uuid PRIMARY KEY DEFAULT new_id(),
  word text NOT NULL CONSTRAINT watched_words_word_check CHECK (is_text(word, 100)),
  -- The word without case and invisible characters, as it is compared (platform/phrases/fold.ts).
  folded text NOT NULL UNIQUE,
  action text NOT NULL CONSTRAINT watched_words_action_check CHECK (action IN ('hold', 'replace', 'refuse')),
  replacement text CONSTRAINT watched_words_replacement_check CHECK (is_text(replacement, 100)),
  -- An admin switches a word on after testing it against earlier texts.
  is_on boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT watched_words_replaced_check CHECK ((action = 'replace') = (replacement IS NOT NULL))
);

-- Returns an email address without case and without what follows a plus sign, which people choose freely.
CREATE FUNCTION mail_key(address text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(lower(address), '^([^+]+)[+].*@', '\1@')
$$;
-- For counting the members with a blocked address or domain.
CREATE INDEX users_mail_key_index ON users (reverse(mail_key(email)) COLLATE "C");

-- Email addresses, and domains with their subdomains, with which no one can sign up.
CREATE TABLE blocked_mail (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- A domain in lower case and punycode, or an address without a part after "+".
  pattern text NOT NULL UNIQUE
    CONSTRAINT blocked_mail_pattern_check CHECK (is_text(pattern, 254) AND pattern = mail_key(pattern)),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

ALTER TABLE moderation_cases ADD COLUMN is_automatic_hold boolean NOT NULL DEFAULT false;
UPDATE moderation_cases SET is_automatic_hold = true
WHERE source = 'pending' AND snapshot -> 'hold_reasons' <> '["sanction"]';
CREATE INDEX moderation_cases_holds_index ON moderation_cases (created_at) WHERE source = 'pending';

ALTER TABLE content_changes DROP CONSTRAINT content_changes_kind_check,
  ADD CONSTRAINT content_changes_kind_check CHECK (kind IN ('concept', 'thinker', 'book', 'blog', 'event',
    'rule', 'site', 'job', 'webhook', 'saved reply', 'account', 'watched word', 'blocked mail'));
