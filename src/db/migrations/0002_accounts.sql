-- Accounts as better-auth 1.7 keeps them (email + password), under our names:
--   user:         { modelName: 'users', fields: { emailVerified: 'email_verified', createdAt: 'created_at',
--                   updatedAt: 'updated_at' }, additionalFields: { username: { type: 'string', required: false } } }
--   session:      { modelName: 'sessions', fields: { userId: 'user_id', expiresAt: 'expires_at',
--                   ipAddress: 'ip_address', userAgent: 'user_agent', createdAt, updatedAt as above } }
--   account:      { modelName: 'accounts', fields: { userId: 'user_id', accountId: 'account_id',
--                   providerId: 'provider_id', accessToken: 'access_token', refreshToken: 'refresh_token',
--                   idToken: 'id_token', accessTokenExpiresAt: 'access_token_expires_at',
--                   refreshTokenExpiresAt: 'refresh_token_expires_at', createdAt, updatedAt as above } }
--   verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', createdAt, updatedAt } }
--   advanced:     { database: { generateId: false } }   the defaults below make the ids

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL DEFAULT '' CHECK (char_length(name) <= 200),
  -- better-auth writes and looks up e-mails in lower case; refusing any other spelling makes the plain
  -- unique index unique without case as well, and the one it reads by.
  email text NOT NULL CONSTRAINT users_email_key UNIQUE
    CONSTRAINT users_email_check CHECK (char_length(email) BETWEEN 3 AND 254 AND email = lower(email) AND email LIKE '_%@_%'),
  email_verified boolean NOT NULL DEFAULT false,
  image text CHECK (char_length(image) <= 500),
  -- The name asked for at sign-up, read once by the trigger that makes the profile. profiles.username is the name.
  username text CHECK (char_length(username) <= 100),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  token text NOT NULL CONSTRAINT sessions_token_key UNIQUE CHECK (char_length(token) <= 500),
  expires_at timestamptz NOT NULL,
  ip_address text CHECK (char_length(ip_address) <= 100),
  -- A header as it came; Node refuses headers above 16 KB, so this never fails a sign-in.
  user_agent text CHECK (char_length(user_agent) <= 20000),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_user_id_index ON sessions (user_id);
CREATE INDEX sessions_expires_at_index ON sessions (expires_at);

CREATE TABLE accounts (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  provider_id text NOT NULL CHECK (char_length(provider_id) <= 100),
  account_id text NOT NULL CHECK (char_length(account_id) <= 300),
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text CHECK (char_length(password) <= 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT accounts_provider_id_account_id_key UNIQUE (provider_id, account_id)
);
CREATE INDEX accounts_user_id_index ON accounts (user_id);

CREATE TABLE verifications (
  id uuid PRIMARY KEY DEFAULT new_id(),
  identifier text NOT NULL CHECK (char_length(identifier) <= 500),
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX verifications_identifier_index ON verifications (identifier);
CREATE INDEX verifications_expires_at_index ON verifications (expires_at);
