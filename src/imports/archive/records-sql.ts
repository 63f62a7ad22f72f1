import { LONG_AGO, PREPARATION } from '../shared-sql.ts'

/** SQL that turns the tables of this forum's own backup into records. Old ids are the ids. */

const time = (column: string) => `import_source.time_in_utc(regexp_replace(${column}, '\\+00$', ''))`
const sinceWhen = (column: string) => `coalesce(${time(column)}, ${LONG_AGO})`

const WITH_ID = [
  'users',
  'concepts',
  'posts',
  'comments',
  'bookmarks',
  'user_follows',
  'messages',
  'sanctions',
]

/** Why a post or comment is left out. `own`: a member who deletes the account with all texts. */
const LEFT_OUT = (row: string) => `
  when ${row}.deleted_at is not null then 'was deleted'
  when ${row}.removed_at is not null then 'was removed by a moderator'
  when exists (
    select from import_source.account_deletions d where d.user_id = ${row}.author_id and d.keep_content <> 't')
    then 'is by a member who is deleting the account'`

/** Tables that the other statements read. Each index also refuses a forged archive with an id twice. */
export const VIEWS = [
  ...PREPARATION,
  `create function import_source.id_of(value text) returns text language sql immutable as $$
     select (case when value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then value else 'no id: ' || left(value, 50) end)::uuid::text $$`,
  ...WITH_ID.map((table) => `create unique index on import_source.${table} (import_source.id_of(id))`),
  ...WITH_ID.map((table) => `create index on import_source.${table} (id)`),
  `create unique index on import_source.votes
     (import_source.id_of(user_id), import_source.id_of(coalesce(post_id, comment_id)))`,
  'create unique index on import_source.blocks (import_source.id_of(member_id), import_source.id_of(blocked_id))',
  'create index on import_source.accounts (user_id)',
  'create index on import_source.account_deletions (user_id)',
  'create unique index on import_source.profiles (id)',
  'create index on import_source.post_concepts (post_id)',
  `create unlogged table import_source.kept_posts as
   select p.*, case ${LEFT_OUT('p')} end as skipped from import_source.posts p`,
  'create unique index on import_source.kept_posts (id)',
  `create unlogged table import_source.kept_comments as
   select c.*, case when p.id is null then 'has no post' when p.skipped is not null then 'its post ' || p.skipped ${LEFT_OUT('c')} end as skipped
   from import_source.comments c left join import_source.kept_posts p on p.id = c.post_id`,
  'create unique index on import_source.kept_comments (id)',
  `analyze ${WITH_ID.map((table) => `import_source.${table}`).join(', ')}, import_source.kept_posts, import_source.kept_comments`,
]

export const MEMBERS = [
  `insert into import_source.records
   select 'member', row_number() over (order by ${time('u.created_at')}, u.id), u.id,
     case when d.user_id is null then jsonb_build_object(
       'username', p.username, 'full_name', p.full_name, 'email', u.email, 'email_verified', u.email_verified = 't',
       'created_at', ${sinceWhen('u.created_at')}, 'bio', p.bio, 'location', p.location, 'website', p.website_url,
       'messages_from', coalesce(substring(p.messages_from from '^(?:followed|nobody)$'), 'everyone'),
       'password', (
         select a.password from import_source.accounts a
         where a.user_id = u.id and a.provider_id = 'credential' order by a.password limit 1)) end,
     case when d.user_id is not null then 'is deleting the account' end
   from import_source.users u join import_source.profiles p on p.id = u.id
   left join import_source.account_deletions d on d.user_id = u.id`,
  `insert into import_source.records
   select 'concept', row_number() over (order by import_source.whole(position), id), id,
     jsonb_build_object('name', name, 'description', description, 'color', color), null
   from import_source.concepts`,
]

export const DISCUSSIONS = [
  `insert into import_source.records
   select 'post', row_number() over (order by ${time('p.created_at')}, p.id), p.id,
     case when p.skipped is null then jsonb_build_object(
       'author', p.author_id, 'title', p.title, 'markup', p.content,
       'format', case when p.format = 'plain' then 'plain' else 'rich' end,
       'created_at', ${sinceWhen('p.created_at')}, 'edited_at', ${time('p.edited_at')},
       'concepts', (
         select coalesce(jsonb_agg(c.concept_id order by import_source.whole(c.position)), '[]')
         from import_source.post_concepts c where c.post_id = p.id),
       'views', least(coalesce(import_source.whole(p.view_count), 0), 2000000000),
       'is_locked', p.locked_at is not null and coalesce(${time('p.locked_until')} > now(), true),
       'is_pinned', p.is_pinned = 't') end,
     p.skipped
   from import_source.kept_posts p`,
  // Comments come before their replies. A reply to a deleted one becomes a reply to its comment.
  `insert into import_source.records
   select 'comment', row_number() over (order by c.parent_id is not null, ${time('c.created_at')}, c.id), c.id,
     case when c.skipped is null then jsonb_build_object(
       'post', c.post_id, 'author', c.author_id, 'answered', coalesce(a.id, parent.id), 'markup', c.content,
       'created_at', ${sinceWhen('c.created_at')}, 'edited_at', ${time('c.edited_at')}) end,
     c.skipped
   from import_source.kept_comments c
   left join import_source.kept_comments a on a.id = c.answered_id and a.skipped is null
   left join import_source.kept_comments parent on parent.id = c.parent_id and parent.skipped is null`,
]

export const RELATIONS = [
  `insert into import_source.records
   select 'vote', row_number() over (order by v.user_id, item), v.user_id || ':' || item, jsonb_build_object(
     'member', v.user_id, 'kind', case when v.post_id is not null then 'post' else 'comment' end, 'item', item,
     'value', case v.vote_type when '-1' then -1 else 1 end, 'created_at', ${sinceWhen('v.created_at')}), null
   from (select *, coalesce(post_id, comment_id) as item from import_source.votes) as v`,
  `insert into import_source.records
   select 'bookmark', row_number() over (order by ${time('created_at')}, id), id, jsonb_build_object(
     'member', user_id, 'post', post_id, 'created_at', ${sinceWhen('created_at')}), null
   from import_source.bookmarks`,
  `insert into import_source.records
   select 'follow', row_number() over (order by ${time('created_at')}, id), id, jsonb_build_object(
     'member', follower_id, 'followed', following_id, 'created_at', ${sinceWhen('created_at')}), null
   from import_source.user_follows`,
  `insert into import_source.records
   select 'block', row_number() over (order by member_id, blocked_id), member_id || ':' || blocked_id, jsonb_build_object(
     'member', member_id, 'blocked', blocked_id, 'created_at', ${sinceWhen('created_at')}), null
   from import_source.blocks`,
  `insert into import_source.records
   select 'message', row_number() over (order by ${time('created_at')}, id), id, jsonb_build_object(
     'sender', sender_id, 'recipient', recipient_id, 'markup', content, 'is_read', is_read = 't',
     'created_at', ${sinceWhen('created_at')}), null
   from import_source.messages`,
  `insert into import_source.records
   select 'sanction', row_number() over (order by ${time('starts_at')}, id), id, jsonb_build_object(
     'member', member_id, 'reason', message, 'created_at', ${sinceWhen('starts_at')}, 'ends_at', ${time('ends_at')}), null
   from import_source.sanctions
   where kind = 'suspension' and lifted_at is null and replaced_by is null and coalesce(${time('ends_at')} > now(), true)`,
]
