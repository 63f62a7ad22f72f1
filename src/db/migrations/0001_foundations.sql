-- What every other migration stands on. The same text runs on PostgreSQL 15 to 18.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- Ids are UUIDv7 (RFC 9562): they sort by time, so indexes grow at one end, and tell nobody how many
-- there are. PostgreSQL 18 has uuidv7(), 15 has not: one way on all. The 12 bits after the version hold
-- the fraction of the millisecond, so ids of one connection sort as they were made.
-- `at` lets imports and demo data have ids that fit their created_at.
CREATE FUNCTION new_id(at timestamptz DEFAULT clock_timestamp()) RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT encode(
    overlay(uuid_send(gen_random_uuid())
      PLACING int8send(((micros / 1000) << 16) | (7 << 12) | ((micros % 1000) * 4096 / 1000)) FROM 1 FOR 8),
    'hex')::uuid
  FROM (SELECT (extract(epoch FROM at) * 1000000)::bigint AS micros) AS clock
$$;

-- unaccent() is only STABLE because its dictionary could be replaced; ours is not, so it may be indexed.
CREATE FUNCTION immutable_unaccent(text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT public.unaccent('public.unaccent'::regdictionary, $1)
$$;

-- How names are compared in searches: without case and accents, whatever locale the cluster was made with.
CREATE FUNCTION folded(text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT lower(public.immutable_unaccent(normalize($1, NFKC)) COLLATE "und-x-icu")
$$;

-- Refusals that no CHECK can express look like one: code 23514 and a constraint name to map.
CREATE FUNCTION refuse(constraint_name text, explanation text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', explanation USING ERRCODE = 'check_violation', CONSTRAINT = constraint_name;
END $$;
