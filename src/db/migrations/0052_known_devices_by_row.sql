-- A browser's id changes with each sign-in on it, for all who are known there. Guesses are counted by the row, which stays:
-- else whoever signs in between would begin anew at somebody else's account.
ALTER TABLE known_devices ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid();
