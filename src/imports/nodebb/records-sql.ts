import { LONG_AGO } from '../shared-sql.ts'

/**
 * SQL that turns NodeBB's objects into records. A record without a value has a reason why it is left out. Only what
 * guests may read is imported; categories of which that is not said are private.
 */

export const MEMBERS = [
  `insert into import_source.records
   select 'member', row_number() over (order by number), number::text, jsonb_build_object(
     'username', coalesce(nullif(data ->> 'username', ''), 'member' || number),
     'full_name', nullif(data ->> 'fullname', ''),
     'email', coalesce(nullif(data ->> 'email', ''), pending.email),
     'email_verified', coalesce(data ->> 'email:confirmed', '0') = '1',
     'created_at', coalesce(import_source.time_of(data ->> 'joindate'), ${LONG_AGO}),
     'bio', nullif(data ->> 'aboutme', ''),
     'location', nullif(data ->> 'location', ''),
     'website', nullif(data ->> 'website', ''),
     'password', case when data ->> 'password' ~ '^\\$2[aby]\\$' and coalesce(data ->> 'password:shaWrapped', '0') = '1'
       then 'import:nodebb' || (data ->> 'password') end), null
   from import_source.user_objects left join import_source.pending_emails as pending on pending.uid = number
   where number > 0`,
  `insert into import_source.records
   select 'avatar', row_number() over (order by number), number::text,
     jsonb_build_object('member', number::text, 'path', path), null
   from (
     select number, substring(data ->> 'picture' from '/uploads/(profile/.+)$') as path
     from import_source.user_objects where number > 0) as avatars
   where path is not null`,
  `insert into import_source.records
   select 'concept', row_number() over (order by import_source.number_of(c.data ->> 'order') nulls last, c.number),
     c.number::text,
     case when p.number is not null then jsonb_build_object(
       'name', coalesce(nullif(c.data ->> 'name', ''), 'Category ' || c.number),
       'description', nullif(c.data ->> 'description', ''), 'color', c.data ->> 'bgColor') end,
     case when p.number is null then 'is a private category' end
   from import_source.category_objects c left join import_source.public_categories p using (number)`,
  `insert into import_source.records
   select 'concept', row_number() over (order by tag) + (
       select count(*) from import_source.records where kind = 'concept'), 'tag:' || left(tag, 190),
     jsonb_build_object('name', tag, 'description', null, 'color', null), null
   from (select distinct on (left(tag, 190)) tag from import_source.topic_tags order by left(tag, 190), tag) as tags`,
]

export const TEXTS = [
  `insert into import_source.records
   select 'post', row_number() over (order by tid), tid::text,
     case when skipped is null then jsonb_build_object(
       'author', nullif(data ->> 'uid', '0'), 'title', data ->> 'title', 'markup', coalesce(main ->> 'content', ''),
       'created_at', coalesce(import_source.time_of(main ->> 'timestamp'), import_source.time_of(data ->> 'timestamp'), ${LONG_AGO}),
       'edited_at', import_source.time_of(main ->> 'edited'),
       'concepts', jsonb_build_array(data ->> 'cid') || coalesce((
         select jsonb_agg('tag:' || left(tag, 190) order by position) from import_source.topic_tags g
         where g.tid = topics.tid), '[]'),
       'views', least(coalesce(greatest(import_source.number_of(data ->> 'viewcount'), 0), 0), 2000000000),
       'is_locked', coalesce(data ->> 'locked', '0') = '1',
       'is_pinned', coalesce(data ->> 'pinned', '0') = '1') end,
     skipped
   from import_source.topics`,
  `insert into import_source.records
   select 'comment', row_number() over (order by p.number), p.number::text,
     case when s.skipped is null then jsonb_build_object(
       'post', t.tid::text, 'author', nullif(p.data ->> 'uid', '0'),
       'answered', nullif(nullif(p.data ->> 'toPid', ''), t.main_pid::text),
       'markup', p.data ->> 'content',
       'created_at', coalesce(import_source.time_of(p.data ->> 'timestamp'), ${LONG_AGO}),
       'edited_at', import_source.time_of(p.data ->> 'edited')) end,
     s.skipped
   from import_source.post_objects p
   left join import_source.topics t on t.tid = import_source.whole(p.data ->> 'tid')
   cross join lateral (select case
     when t.tid is null then 'has no topic'
     when t.skipped is not null then 'its topic ' || t.skipped
     when coalesce(p.data ->> 'deleted', '0') <> '0' then 'was deleted'
     when coalesce(p.data ->> 'content', '') !~ '\\S' then 'has no words'
   end as skipped) as s
   where not exists (select from import_source.topics m where m.main_pid = p.number)`,
]

/** A post of NodeBB is a post here if it is the first of its topic, otherwise a comment. */
const ITEM = `
  left join import_source.topics m on m.main_pid = p.number
  cross join lateral (select case when m.tid is null then 'comment' else 'post' end as kind,
    coalesce(m.tid, p.number)::text as id) as item`

export const RELATIONS = [
  `insert into import_source.records
   select 'vote', row_number() over (order by p.number, v.uid, v.type), p.number || ':' || v.uid,
     jsonb_build_object('member', v.uid, 'kind', item.kind, 'item', item.id,
       'value', case v.type when 'upvote' then 1 else -1 end,
       'created_at', coalesce(import_source.time_of(z.score), import_source.time_of(p.data ->> 'timestamp'), ${LONG_AGO})),
     null
   from (
     select import_source.whole(split_part(_key, ':', 2)) as pid, split_part(_key, ':', 3) as type, member as uid
     from import_source.legacy_set where _key ~ '^pid:[0-9]{1,15}:(upvote|downvote)$' and member ~ '^[0-9]{1,15}$') as v
   join import_source.post_objects p on p.number = v.pid ${ITEM}
   left join import_source.legacy_zset z on z._key = 'uid:' || v.uid || ':' || v.type and z.value = p.number::text`,
  `insert into import_source.records
   select 'bookmark', row_number() over (order by uid, tid), uid || ':' || tid,
     jsonb_build_object('member', uid, 'post', tid, 'created_at', coalesce(min(at), ${LONG_AGO})), null
   from (
     select split_part(z._key, ':', 2) as uid, p.data ->> 'tid' as tid, import_source.time_of(z.score) as at
     from import_source.legacy_zset z join import_source.post_objects p on p.number = import_source.whole(z.value)
     where z._key ~ '^uid:[0-9]{1,15}:bookmarks$' and p.data ->> 'tid' is not null) as marked
   group by uid, tid`,
  `insert into import_source.records
   select 'follow', row_number() over (order by _key, value), split_part(_key, ':', 2) || ':' || value,
     jsonb_build_object('member', split_part(_key, ':', 2), 'followed', value,
       'created_at', coalesce(import_source.time_of(score), ${LONG_AGO})), null
   from import_source.legacy_zset where _key ~ '^following:[0-9]{1,15}$' and value ~ '^[0-9]{1,15}$'`,
  `insert into import_source.records
   select 'block', row_number() over (order by _key, value), split_part(_key, ':', 2) || ':' || value,
     jsonb_build_object('member', split_part(_key, ':', 2), 'blocked', value), null
   from import_source.legacy_zset where _key ~ '^uid:[0-9]{1,15}:blocked_uids$' and value ~ '^[0-9]{1,15}$'`,
  `insert into import_source.records
   select 'message', row_number() over (order by m.number), m.number::text,
     case when s.skipped is null then jsonb_build_object(
       'sender', m.data ->> 'fromuid', 'recipient', r.uids[case when r.uids[1] = m.data ->> 'fromuid' then 2 else 1 end],
       'markup', m.data ->> 'content', 'created_at', coalesce(import_source.time_of(m.data ->> 'timestamp'), ${LONG_AGO})) end,
     s.skipped
   from import_source.message_objects m
   left join lateral (
     select array_agg(z.value order by z.value) as uids from import_source.legacy_zset z
     where z._key = 'chat:room:' || (m.data ->> 'roomId') || ':uids') as r on true
   left join import_source.legacy_hash h on h._key = 'chat:room:' || (m.data ->> 'roomId')
   cross join lateral (select case
     when coalesce(m.data ->> 'system', '0') <> '0' then 'is a message of the system'
     when coalesce(m.data ->> 'deleted', '0') <> '0' then 'was deleted'
     when coalesce(h.data::jsonb ->> 'public', '0') <> '0' or coalesce(cardinality(r.uids), 0) <> 2
       or not m.data ->> 'fromuid' = any (r.uids) then 'its conversation does not have exactly two members'
     when coalesce(m.data ->> 'content', '') !~ '\\S' then 'has no words'
   end as skipped) as s`,
  `insert into import_source.records
   select 'sanction', row_number() over (order by u.number), u.number::text,
     jsonb_build_object('member', u.number::text, 'reason', b.reason,
       'created_at', coalesce(import_source.time_of(z.score), ${LONG_AGO}),
       'ends_at', import_source.time_of(u.data ->> 'banned:expire')), null
   from import_source.legacy_zset z
   join import_source.user_objects u on u.number = import_source.whole(z.value)
   left join lateral (
     select nullif(h.data::jsonb ->> 'reason', '') as reason
     from import_source.legacy_zset of_member join import_source.legacy_hash h on h._key = of_member.value
     where of_member._key = 'uid:' || u.number || ':bans:timestamp'
     order by import_source.number_of(of_member.score) desc limit 1) as b on true
   where z._key = 'users:banned' and (import_source.time_of(u.data ->> 'banned:expire') > now()
     or import_source.time_of(u.data ->> 'banned:expire') is null)`,
]

/**
 * Ids in addresses that differ from those of the items: first posts by their number, members by their slug, and places
 * in topics that are counted differently here, because a deleted post has a number too.
 */
export const ADDRESSES = [
  `insert into import_source.records
   select 'address', row_number() over (order by main_pid), 'post:' || main_pid,
     jsonb_build_object('kind', 'post', 'item', tid::text), null
   from (select distinct on (main_pid) main_pid, tid from import_source.topics where skipped is null order by main_pid, tid) as t`,
  `insert into import_source.records
   select 'address', row_number() over (order by slug) + (
       select count(*) from import_source.records where kind = 'address'), 'user:' || slug,
     jsonb_build_object('kind', 'member', 'item', number::text), null
   from (
     select distinct on (data ->> 'userslug') data ->> 'userslug' as slug, number from import_source.user_objects
     where data ->> 'userslug' <> '' and number > 0 order by data ->> 'userslug', number) as u`,
  `insert into import_source.records
   select 'address', row_number() over (order by tid, place) + (
       select count(*) from import_source.records where kind = 'address'), 'place:' || tid || ':' || place,
     case when r.record is null then jsonb_build_object('kind', 'post', 'item', tid::text)
       else jsonb_build_object('kind', 'comment', 'item', r.old_id) end, null
   from (
     select t.tid, z.value as pid, 1 + row_number() over (
       partition by t.tid order by import_source.number_of(z.score), z.value) as place
     from (
       select distinct t.tid from import_source.records k
       join import_source.post_objects p on p.number = import_source.whole(k.old_id)
       join import_source.topics t on t.tid = import_source.whole(p.data ->> 'tid')
       where k.kind = 'comment' and k.skipped is not null and t.skipped is null) as t
     join import_source.legacy_zset z on z._key = 'tid:' || t.tid || ':posts') as places
   left join import_source.records r on r.kind = 'comment' and r.old_id = places.pid`,
]
