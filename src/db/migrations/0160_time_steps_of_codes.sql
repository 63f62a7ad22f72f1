-- A time-based code is accepted only if its time step is later than that of the last accepted one (RFC 6238, section 5.2).
-- Before, only the last code was remembered, so that two valid codes could be used in turn.
ALTER TABLE two_factors ADD COLUMN used_step integer;
UPDATE two_factors SET used_step = floor(extract(epoch FROM used_code_at) / 30) + 1 WHERE used_code_at IS NOT NULL;
ALTER TABLE two_factors DROP COLUMN used_code, DROP COLUMN used_code_at;

-- All recovery codes as they were issued, encrypted like those that are left: a used one that is sent again is no guess.
ALTER TABLE two_factors ADD COLUMN issued_codes text NOT NULL DEFAULT '';
UPDATE two_factors SET issued_codes = backup_codes;
