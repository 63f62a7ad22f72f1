import { LONG_AGO, PREPARATION } from '../shared-sql.ts'
import { attachedTo } from './attachments.ts'

/** SQL that turns phpBB's tables into records. Only forums that guests may read are imported. */

const time = (column: string) => `import_source.time_of_seconds(${column})`
const whole = (column: string) => `import_source.whole(${column})`
/** phpBB escapes HTML in names and titles. */
const plain = (column: string) =>
  `replace(replace(replace(replace(${column}, '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&')`

/** Visible since 3.1: 1. Before, a column of its own. */
const visible = (name: 'post' | 'topic', table: string) =>
  `coalesce(${table}.${name}_visibility, ${table}.${name}_approved, '1') = '1'`

/** Tables that the other statements read. */
export const VIEWS = [
  ...PREPARATION,
  // The group of guests must have the right, by itself or by a role, and must not have been denied it.
  `create unlogged table import_source.public_forums as
   select f.* from import_source.forums f
   where f.forum_type = '1' and f.forum_password = '' and (
     select coalesce(bool_and(rights.setting = '1'), false) from (
       select case when a.auth_role_id = '0' then a.auth_setting else r.auth_setting end as setting
       from import_source.acl_groups a
       join import_source.groups g on g.group_id = a.group_id and g.group_name = 'GUESTS'
       join import_source.acl_options o on o.auth_option = 'f_read'
       left join import_source.acl_roles_data r on r.role_id = a.auth_role_id and r.auth_option_id = o.auth_option_id
       where a.forum_id = f.forum_id
         and (a.auth_option_id = o.auth_option_id or a.auth_role_id <> '0' and r.auth_setting is not null)) as rights)
     and not exists (
       select from import_source.acl_users u join import_source.acl_options o on o.auth_option = 'f_read'
       left join import_source.acl_roles_data r on r.role_id = u.auth_role_id and r.auth_option_id = o.auth_option_id
       where u.user_id = '1' and u.forum_id = f.forum_id
         and (u.auth_option_id = o.auth_option_id and u.auth_setting <> '1' or r.auth_setting <> '1'))`,
  `create unlogged table import_source.public_topics as
   select ${whole('t.topic_id')} as tid, t.*,
     case
       when t.topic_status = '2' then 'leads to a topic that was moved'
       when p.forum_id is null then 'is in a private forum'
       when not ${visible('topic', 't')} then 'is not visible'
       when f.post_id is null or not ${visible('post', 'f')} then 'has no first post'
     end as skipped
   from import_source.topics t
   left join import_source.public_forums p on p.forum_id = t.forum_id
   left join import_source.posts f on f.post_id = t.topic_first_post_id
   where ${whole('t.topic_id')} is not null`,
  'create unique index on import_source.public_topics (topic_id)',
  'create index on import_source.public_topics (topic_first_post_id)',
  'create index on import_source.posts (post_id)',
  'create index on import_source.attachments (post_msg_id)',
  'analyze import_source.posts, import_source.public_topics',
]

export const MEMBERS = [
  `insert into import_source.records
   select 'member', row_number() over (order by u.user_type = '1', ${time('u.user_regdate')}, ${whole('u.user_id')}), u.user_id,
     jsonb_build_object(
       'username', ${plain('u.username')}, 'full_name', null, 'email', nullif(u.user_email, ''),
       'email_verified', u.user_type <> '1', 'created_at', coalesce(${time('u.user_regdate')}, ${LONG_AGO}),
       'bio', null, 'location', nullif(${plain('coalesce(d.pf_phpbb_location, u.user_from)')}, ''),
       'website', nullif(coalesce(d.pf_phpbb_website, u.user_website), ''),
       'password', case when u.user_password ~ '^\\$(2[aby]|argon2id?)\\$' then 'import:phpbb' || u.user_password end), null
   from import_source.users u left join import_source.profile_fields_data d on d.user_id = u.user_id
   where u.user_type <> '2' and ${whole('u.user_id')} > 1`,
  // The name of an avatar's file is made of a secret, the number of the member, and the ending.
  `insert into import_source.records
   select 'avatar', row_number() over (order by ${whole('user_id')}), user_id,
     jsonb_build_object('member', user_id, 'path', 'images/avatars/upload/' || salt || '_' || user_id || substring(user_avatar from '\\.[a-z]+$')), null
   from import_source.users
   cross join (select config_value as salt from import_source.config where config_name = 'avatar_salt') as salt
   where user_avatar_type in ('1', 'avatar.driver.upload') and user_avatar ~ '\\.[a-z]+$' and user_type <> '2'
     and ${whole('user_id')} > 1`,
  `insert into import_source.records
   select 'concept', row_number() over (order by ${whole('f.left_id')} nulls last, ${whole('f.forum_id')}), f.forum_id,
     case when p.forum_id is not null then jsonb_build_object('name', ${plain('f.forum_name')},
       'description', nullif(regexp_replace(f.forum_desc, '<[^>]*>', '', 'g'), ''), 'color', null) end,
     case when p.forum_id is null then 'is a private forum' end
   from import_source.forums f left join import_source.public_forums p on p.forum_id = f.forum_id
   where f.forum_type = '1' and ${whole('f.forum_id')} is not null`,
]

/** The account with the number 1 is that of guests. */
const author = (column: string) => `nullif(${column}, '1')`

export const TEXTS = [
  `insert into import_source.records
   select 'post', row_number() over (order by t.tid), t.topic_id,
     case when t.skipped is null then jsonb_build_object(
       'author', ${author('p.poster_id')}, 'title', ${plain('t.topic_title')}, 'markup', p.post_text || ${attachedTo('p.post_id')},
       'created_at', coalesce(${time('p.post_time')}, ${LONG_AGO}), 'edited_at', ${time('p.post_edit_time')},
       'concepts', jsonb_build_array(t.forum_id), 'views', least(coalesce(${whole('t.topic_views')}, 0), 2000000000),
       'is_locked', t.topic_status = '1', 'is_pinned', t.topic_type in ('2', '3')) end,
     t.skipped
   from import_source.public_topics t left join import_source.posts p on p.post_id = t.topic_first_post_id`,
  `insert into import_source.records
   select 'comment', row_number() over (order by ${whole('p.post_id')}), p.post_id,
     case when s.skipped is null then jsonb_build_object(
       'post', p.topic_id, 'author', ${author('p.poster_id')}, 'answered', null, 'markup', p.post_text || ${attachedTo('p.post_id')},
       'created_at', coalesce(${time('p.post_time')}, ${LONG_AGO}), 'edited_at', ${time('p.post_edit_time')}) end,
     s.skipped
   from import_source.posts p
   left join import_source.public_topics t on t.topic_id = p.topic_id
   cross join lateral (select case
     when t.topic_id is null then 'has no topic'
     when t.skipped is not null then 'its topic ' || t.skipped
     when not ${visible('post', 'p')} then 'is not visible'
     when regexp_replace(p.post_text, '<[^>]*>', '', 'g') !~ '\\S' then 'has no words'
   end as skipped) as s
   where ${whole('p.post_id')} is not null and not exists (
     select from import_source.public_topics f where f.topic_first_post_id = p.post_id)`,
]

export const RELATIONS = [
  `insert into import_source.records
   select 'bookmark', row_number() over (order by user_id, topic_id), user_id || ':' || topic_id,
     jsonb_build_object('member', user_id, 'post', topic_id, 'created_at', ${LONG_AGO}), null
   from (select distinct user_id, topic_id from import_source.bookmarks where user_id <> '1') as marked`,
  `insert into import_source.records
   select 'follow', row_number() over (order by user_id, zebra_id), user_id || ':' || zebra_id,
     jsonb_build_object('member', user_id, 'followed', zebra_id, 'created_at', ${LONG_AGO}), null
   from (select distinct user_id, zebra_id from import_source.zebra where friend = '1') as friends`,
  `insert into import_source.records
   select 'block', row_number() over (order by user_id, zebra_id), user_id || ':' || zebra_id,
     jsonb_build_object('member', user_id, 'blocked', zebra_id), null
   from (select distinct user_id, zebra_id from import_source.zebra where foe = '1') as foes`,
  `insert into import_source.records
   select 'message', row_number() over (order by ${whole('m.msg_id')}), m.msg_id,
     case when s.skipped is null then jsonb_build_object('sender', m.author_id, 'recipient', substr(m.to_address, 3),
       'subject', case when m.message_subject !~* '^re:' then nullif(${plain('m.message_subject')}, '') end,
       'markup', m.message_text, 'created_at', coalesce(${time('m.message_time')}, ${LONG_AGO})) end,
     s.skipped
   from import_source.privmsgs m
   cross join lateral (select case
     when m.to_address !~ '^u_[0-9]{1,15}$' or coalesce(m.bcc_address, '') <> ''
       then 'its conversation does not have exactly two members'
   end as skipped) as s
   where ${whole('m.msg_id')} is not null`,
  `insert into import_source.records
   select 'sanction', row_number() over (order by ban_userid), ban_userid,
     jsonb_build_object('member', ban_userid, 'reason', reason, 'created_at', coalesce(begun, ${LONG_AGO}), 'ends_at', ended), null
   from (
     select distinct on (b.ban_userid) b.ban_userid, nullif(${plain('b.ban_give_reason')}, '') as reason,
       ${time('b.ban_start')} as begun, ${time('b.ban_end')} as ended
     from import_source.banlist b
     where ${whole('b.ban_userid')} > 1 and b.ban_exclude = '0'
       and (coalesce(b.ban_end, '0') = '0' or ${time('b.ban_end')} > now())
     order by b.ban_userid, ${whole('b.ban_end')} = 0 desc, ${whole('b.ban_end')} desc) as bans`,
]

/** The address of a topic's first post names it as a post. */
export const ADDRESSES = [
  `insert into import_source.records
   select 'address', row_number() over (order by topic_first_post_id), 'post:' || topic_first_post_id,
     jsonb_build_object('kind', 'post', 'item', topic_id), null
   from (
     select distinct on (topic_first_post_id) topic_first_post_id, topic_id from import_source.public_topics
     where skipped is null order by topic_first_post_id, tid) as first_posts`,
  `insert into import_source.records
   select 'address', row_number() over (order by ${whole('a.attach_id')}) + (
       select count(*) from import_source.records where kind = 'address'), 'file:' || a.attach_id,
     jsonb_build_object('kind', 'picture', 'item', coalesce(${author('p.poster_id')}, '') || ':files/' || a.physical_filename), null
   from import_source.attachments a
   join import_source.posts p on p.post_id = a.post_msg_id
   join import_source.public_topics t on t.topic_id = p.topic_id and t.skipped is null
   where a.in_message = '0' and a.is_orphan = '0' and a.mimetype like 'image/%' and ${visible('post', 'p')}
     and a.physical_filename ~ '^[0-9A-Za-z_.-]+$'`,
]
