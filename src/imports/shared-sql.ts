/** SQL that every source begins with: functions that read text without failing, and the table of records. */
export const PREPARATION = [
  `create function import_source.whole(value text) returns bigint language sql immutable as $$
     select case when value ~ '^[0-9]{1,15}$' then value::bigint end $$`,
  `create function import_source.number_of(value text) returns bigint language sql immutable as $$
     select case when value ~ '^-?[0-9]{1,15}(\\.[0-9]+)?$' then trunc(value::numeric)::bigint end $$`,
  // A time in milliseconds since 1970.
  `create function import_source.time_of(value text) returns timestamptz language sql immutable as $$
     select to_timestamp(import_source.number_of(value) / 1000.0)
     where import_source.number_of(value) between 1 and 4102444800000 $$`,
  // A time in seconds since 1970.
  `create function import_source.time_of_seconds(value text) returns timestamptz language sql immutable as $$
     select to_timestamp(import_source.whole(value)) where import_source.whole(value) between 1 and 4102444800 $$`,
  // A time in UTC without a zone, as PostgreSQL writes it.
  `create function import_source.time_in_utc(value text) returns timestamptz language sql stable as $$
     select case when value ~ '^[1-9][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8]) ([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?$'
       or value ~ '^[1-9][0-9]{3}-(0[13-9]|1[0-2])-(29|30) ([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?$'
       or value ~ '^[1-9][0-9]{3}-(0[13578]|1[02])-31 ([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?$'
       or value ~ '^(19|20)([02468][048]|[13579][26])-02-29 ([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?$'
       then (value || '+00')::timestamptz end $$`,
  `create unlogged table import_source.records (
     kind text not null, position bigint not null, old_id text not null, record jsonb, skipped text,
     primary key (kind, position), check (num_nonnulls(record, skipped) = 1))`,
]

/** For items whose time is unknown. */
export const LONG_AGO = `timestamptz '2000-01-01 00:00:00Z'`
