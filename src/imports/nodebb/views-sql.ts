import { PREPARATION } from '../shared-sql.ts'

/** Tables that the other statements read. Broken numbers and times become null. */
export const VIEWS = [
  ...PREPARATION,
  ...['user', 'category', 'topic', 'post', 'message'].map(
    (name) => `
      create unlogged table import_source.${name}_objects as
      select import_source.whole(substr(_key, ${name.length + 2})) as number, data::jsonb as data
      from import_source.legacy_hash where _key ~ '^${name}:[0-9]{1,15}$'`,
  ),
  ...['user', 'category', 'topic', 'post', 'message'].map(
    (name) => `create unique index on import_source.${name}_objects (number)`,
  ),
  `create index on import_source.legacy_zset (_key)`,
  `create index on import_source.legacy_set (_key)`,
  `create index on import_source.legacy_hash (_key)`,
  // Both privileges must be given to guests: to see the category, and to read its topics.
  `create unlogged table import_source.public_categories as
   select c.number, c.data from import_source.category_objects c
   where coalesce(c.data ->> 'disabled', '0') = '0' and (
     select count(distinct z._key) from import_source.legacy_zset z
     where z.value = 'guests' and z._key in (
       'group:cid:' || c.number || ':privileges:groups:read:members',
       'group:cid:' || c.number || ':privileges:groups:topics:read:members')) = 2`,
  `create unique index on import_source.public_categories (number)`,
  `create unlogged table import_source.topics as
   select t.number as tid, t.data, m.data as main, import_source.whole(t.data ->> 'mainPid') as main_pid,
     case
       when p.number is null then 'is in a private category'
       when coalesce(t.data ->> 'deleted', '0') <> '0' then 'was deleted'
       when m.number is null then 'has no first post'
       when coalesce(m.data ->> 'deleted', '0') <> '0' then 'was deleted'
       when import_source.time_of(t.data ->> 'timestamp') > now() then 'is scheduled'
     end as skipped
   from import_source.topic_objects t
   left join import_source.public_categories p on p.number = import_source.whole(t.data ->> 'cid')
   left join import_source.post_objects m on m.number = import_source.whole(t.data ->> 'mainPid')`,
  `create unique index on import_source.topics (tid)`,
  `create index on import_source.topics (main_pid)`,
  // Addresses that wait for their confirmation are not in the object of the member.
  `create unlogged table import_source.pending_emails as
   select distinct on (c.uid) c.uid, c.email from (
     select import_source.whole(h.data::jsonb ->> 'uid') as uid, lower(h.data::jsonb ->> 'email') as email,
       import_source.whole(h.data::jsonb ->> 'expires') as expires
     from import_source.legacy_hash h where h._key ~ '^confirm:[0-9a-f-]{36}$') as c
   where c.email <> '' and not exists (
     select from import_source.user_objects u where lower(u.data ->> 'email') = c.email)
   order by c.uid, c.expires desc`,
  `create unlogged table import_source.topic_tags as
   select t.tid, tag, position from import_source.topics t
   cross join lateral unnest(string_to_array(t.data ->> 'tags', ',')) with ordinality as tags (tag, position)
   where t.skipped is null and tag ~ '\\S'`,
  `create index on import_source.topic_tags (tid)`,
  'analyze import_source.topics, import_source.post_objects, import_source.legacy_zset, import_source.legacy_set',
]
