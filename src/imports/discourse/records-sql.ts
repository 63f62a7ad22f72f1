import { LONG_AGO, PREPARATION } from '../shared-sql.ts'

/** SQL that turns Discourse's tables into records. Only what guests may read is imported. */

const time = (column: string) => `import_source.time_in_utc(${column})`
const whole = (column: string) => `import_source.whole(${column})`

/** Tables that the other statements read. */
export const VIEWS = [
  ...PREPARATION,
  `create unlogged table import_source.public_topics as
   select ${whole('t.id')} as tid, t.*,
     case
       when t.archetype <> 'regular' then 'is not a regular topic'
       when t.deleted_at is not null then 'was deleted'
       when t.visible = 'f' then 'is unlisted'
       when t.category_id is not null and coalesce(c.read_restricted, 't') <> 'f' then 'is in a private category'
       when f.id is null then 'has no first post'
     end as skipped
   from import_source.topics t
   left join import_source.categories c on c.id = t.category_id
   left join import_source.posts f on f.topic_id = t.id and f.post_number = '1'
     and f.deleted_at is null and f.hidden <> 't' and f.user_deleted <> 't'
   where ${whole('t.id')} is not null and t.archetype <> 'private_message'`,
  'create unique index on import_source.public_topics (id)',
  'create index on import_source.posts (topic_id, post_number)',
  'create index on import_source.posts (id)',
  'analyze import_source.posts, import_source.public_topics',
]

export const MEMBERS = [
  `insert into import_source.records
   select 'member', row_number() over (order by u.active desc, ${time('u.created_at')}, ${whole('u.id')}), u.id,
     case when u.staged = 't' then null else jsonb_build_object(
       'username', u.username, 'full_name', nullif(u.name, ''), 'email', e.email, 'email_verified', u.active = 't',
       'created_at', coalesce(${time('u.created_at')}, ${LONG_AGO}),
       'bio', nullif(p.bio_raw, ''), 'location', nullif(p.location, ''), 'website', nullif(p.website, ''),
       'password', 'import:discourse' || w.password_algorithm || w.password_salt || '$' || w.password_hash) end,
     case when u.staged = 't' then 'only wrote by mail and has no account' end
   from import_source.users u
   left join lateral (
     select email from import_source.user_emails e where e.user_id = u.id order by e."primary" = 't' desc limit 1) as e on true
   left join import_source.user_profiles p on p.user_id = u.id
   left join lateral (
     select password_hash, password_salt, password_algorithm from import_source.user_passwords w where w.user_id = u.id
     union all
     select u.password_hash, u.salt, u.password_algorithm where u.password_hash <> '' limit 1) as w on true
   where ${whole('u.id')} > 0`,
  `insert into import_source.records
   select 'avatar', row_number() over (order by number), number::text,
     jsonb_build_object('member', number::text, 'path', path), null
   from (
     select ${whole('u.id')} as number, substring(f.url from '/uploads/(default/.+)$') as path
     from import_source.users u join import_source.uploads f on f.id = u.uploaded_avatar_id
     where ${whole('u.id')} > 0 and u.staged <> 't') as avatars
   where path is not null`,
  `insert into import_source.records
   select 'concept', row_number() over (order by is_tag, place, number), old_id,
     case when skipped is null then jsonb_build_object('name', name, 'description', description, 'color', color) end, skipped
   from (
     select false as is_tag, ${whole('c.position')} as place, ${whole('c.id')} as number, c.id as old_id, c.name,
       nullif(regexp_replace(coalesce(c.description, ''), '<[^>]*>', '', 'g'), '') as description, '#' || c.color as color,
       case when c.read_restricted <> 'f' then 'is a private category' end as skipped
     from import_source.categories c where ${whole('c.id')} is not null
     union all
     select true, null, ${whole('g.id')}, 'tag:' || g.id, g.name, null, null, null
     from import_source.tags g
     where exists (
       select from import_source.topic_tags tt join import_source.public_topics t on t.id = tt.topic_id
       where tt.tag_id = g.id and t.skipped is null)) as concepts`,
]

/** An edit within the first five minutes is not shown as one. */
const EDITED = `case when import_source.whole(p.version) > 1 then ${time('p.last_version_at')} end`

export const TEXTS = [
  `insert into import_source.records
   select 'post', row_number() over (order by t.tid), t.id,
     case when t.skipped is null then jsonb_build_object(
       'author', nullif(p.user_id, '-1'), 'title', t.title, 'markup', p.cooked,
       'created_at', coalesce(${time('p.created_at')}, ${LONG_AGO}), 'edited_at', ${EDITED},
       'concepts', (
         select coalesce(jsonb_agg(id), '[]') from (
           select t.category_id as id where t.category_id is not null
           union all select 'tag:' || tt.tag_id from import_source.topic_tags tt where tt.topic_id = t.id) as labels),
       'views', least(coalesce(${whole('t.views')}, 0), 2000000000),
       'is_locked', t.closed = 't' or t.archived = 't',
       'is_pinned', t.pinned_at is not null and t.pinned_globally = 't') end,
     t.skipped
   from import_source.public_topics t
   left join import_source.posts p on p.topic_id = t.id and p.post_number = '1'`,
  `insert into import_source.records
   select 'comment', row_number() over (order by ${whole('p.id')}), p.id,
     case when s.skipped is null then jsonb_build_object(
       'post', t.id, 'author', nullif(p.user_id, '-1'), 'answered', a.id, 'markup', p.cooked,
       'created_at', coalesce(${time('p.created_at')}, ${LONG_AGO}), 'edited_at', ${EDITED}) end,
     s.skipped
   from import_source.posts p
   join import_source.public_topics t on t.id = p.topic_id
   left join import_source.posts a
     on a.topic_id = p.topic_id and a.post_number = p.reply_to_post_number and a.post_number <> '1'
   cross join lateral (select case
     when t.skipped is not null then 'its topic ' || t.skipped
     when p.post_type = '4' then 'is a whisper'
     when p.post_type <> '1' then 'is a notice of the software'
     when p.deleted_at is not null or p.user_deleted = 't' then 'was deleted'
     when p.hidden = 't' then 'is hidden'
     when p.cooked !~ '\\S' then 'has no words'
   end as skipped) as s
   where p.post_number <> '1' and ${whole('p.id')} is not null`,
]

const ITEM = `
  join import_source.public_topics t on t.id = p.topic_id
  cross join lateral (select case p.post_number when '1' then 'post' else 'comment' end as kind,
    case p.post_number when '1' then t.id else p.id end as id) as item`

export const RELATIONS = [
  `insert into import_source.records
   select 'vote', row_number() over (order by ${whole('v.id')}), v.id, jsonb_build_object(
     'member', v.user_id, 'kind', item.kind, 'item', item.id, 'value', 1,
     'created_at', coalesce(${time('v.created_at')}, ${LONG_AGO})), null
   from import_source.post_actions v join import_source.posts p on p.id = v.post_id ${ITEM}
   where v.post_action_type_id = '2' and v.deleted_at is null and ${whole('v.id')} is not null`,
  `insert into import_source.records
   select 'bookmark', row_number() over (order by user_id, topic_id), user_id || ':' || topic_id, jsonb_build_object(
     'member', user_id, 'post', topic_id, 'created_at', coalesce(min(at), ${LONG_AGO})), null
   from (
     select b.user_id, coalesce(p.topic_id, b.bookmarkable_id) as topic_id, ${time('b.created_at')} as at
     from import_source.bookmarks b
     left join import_source.posts p on b.bookmarkable_type = 'Post' and p.id = b.bookmarkable_id
     where b.bookmarkable_type in ('Post', 'Topic')) as marked
   where exists (select from import_source.public_topics t where t.id = topic_id)
   group by user_id, topic_id`,
  `insert into import_source.records
   select 'block', row_number() over (order by member, blocked), member || ':' || blocked,
     jsonb_build_object('member', member, 'blocked', blocked), null
   from (
     select user_id as member, muted_user_id as blocked from import_source.muted_users
     union select user_id, ignored_user_id from import_source.ignored_users) as blocks`,
  `insert into import_source.records
   select 'message', row_number() over (order by ${whole('p.id')}), p.id,
     case when s.skipped is null then jsonb_build_object('sender', p.user_id,
       'recipient', r.users[case when r.users[1] = p.user_id then 2 else 1 end], 'markup', p.cooked,
       'created_at', coalesce(${time('p.created_at')}, ${LONG_AGO})) end,
     s.skipped
   from import_source.topics t
   join import_source.posts p on p.topic_id = t.id
   left join lateral (
     select array_agg(a.user_id order by a.user_id) as users from import_source.topic_allowed_users a
     where a.topic_id = t.id) as r on true
   cross join lateral (select case
     when t.deleted_at is not null or p.deleted_at is not null or p.user_deleted = 't' then 'was deleted'
     when p.post_type <> '1' then 'is a notice of the software'
     when coalesce(cardinality(r.users), 0) <> 2 or not p.user_id = any (r.users)
       or exists (select from import_source.topic_allowed_groups g where g.topic_id = t.id)
       then 'its conversation does not have exactly two members'
   end as skipped) as s
   where t.archetype = 'private_message' and ${whole('p.id')} is not null`,
  `insert into import_source.records
   select 'sanction', row_number() over (order by ${whole('u.id')}), u.id, jsonb_build_object(
     'member', u.id, 'reason', (
       select details from import_source.user_histories h
       where h.target_user_id = u.id and h.action = '10' order by ${whole('h.id')} desc limit 1),
     'created_at', coalesce(${time('u.suspended_at')}, ${LONG_AGO}),
     'ends_at', case when ${time('u.suspended_till')} < now() + interval '100 years' then ${time('u.suspended_till')} end), null
   from import_source.users u where ${time('u.suspended_till')} > now() and ${whole('u.id')} > 0`,
]

/** Ids in addresses that differ from those of the items. */
export const ADDRESSES = [
  `insert into import_source.records
   select 'address', row_number() over (order by key), key, jsonb_build_object('kind', kind, 'item', item), null
   from (
     select distinct on (key) key, kind, item from (
       select 'user:' || lower(u.username) as key, 'member' as kind, u.id as item from import_source.users u
       where ${whole('u.id')} > 0 and u.staged <> 't'
       union all
       select 'post:' || p.id, 'post', t.id
       from import_source.posts p join import_source.public_topics t on t.id = p.topic_id
       where p.post_number = '1' and t.skipped is null
       union all
       select 'place:' || t.id || ':' || p.post_number, 'comment', p.id
       from import_source.posts p join import_source.public_topics t on t.id = p.topic_id
       join import_source.records r on r.kind = 'comment' and r.old_id = p.id and r.record is not null
       where p.post_number <> '1'
       union all
       select 'path:' || left(l.url, 190),
         case when l.post_id is not null then 'comment' when l.topic_id is not null then 'post' else 'concept' end,
         coalesce(l.post_id, l.topic_id, l.category_id)
       from import_source.permalinks l where coalesce(l.post_id, l.topic_id, l.category_id) is not null) as all_keys
     where char_length(key) <= 200 order by key, kind, item) as keys`,
]
