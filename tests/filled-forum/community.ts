/** SQL expression for a random member in the array $1. The first members are by far the most likely. */
const SOMEBODY = 'm[1 + floor(power(random(), 3) * cardinality(m))::int]'
/** SQL expression for a time in the last three years. `share` is between 0 (now) and 1 (three years ago). */
const at = (share: string) => `now() - ${share} * interval '1095 days'`
/** SQL expression for a UUIDv7 with this time. Like the ids that the database creates, it sorts by time. */
const idAt = (moment: string) => `uuidv7(${moment} - now())`
const MEMBERS = 'from (select $1::uuid[] as m) as members'

/**
 * SQL that inserts follows, messages and so on of the members with ids $1. The amounts grow with the forum:
 * ten follows, three conversations and a mute per member; a follow and a view per post; a bookmark per second
 * post; a notification per fifth comment. The first member has the most rows of nearly every kind. In a forum
 * of a million posts, they fill a thousand pages of a list.
 */
export const COMMUNITY = [
  `insert into user_follows (id, follower_id, following_id, created_at)
    select distinct on (follower, following) ${idAt('time')}, follower, following, time from (
      select follower, ${SOMEBODY} as following, ${at('random()')} as time
      ${MEMBERS} cross join unnest(m) as follower cross join generate_series(1, 10)) as follows
    where follower <> following`,
  `insert into post_follows (follower_id, post_id, created_at, posted_at)
    select distinct on (follower, id) follower, id, created_at, created_at from (
      select ${SOMEBODY} as follower, p.id, p.created_at ${MEMBERS} cross join posts p) as follows`,
  `insert into bookmarks (id, user_id, post_id, created_at)
    select ${idAt('p.created_at')}, ${SOMEBODY}, p.id, p.created_at ${MEMBERS} cross join posts p where random() < 0.5`,
  `insert into post_reads (user_id, post_id, read_until, read_at)
    select ${SOMEBODY}, p.id, p.created_at, p.created_at + interval '1 hour' ${MEMBERS} cross join posts p`,
  `insert into user_activity (id, user_id, action, target_type, target_id, created_at)
    select ${idAt('created_at')}, author_id, 'post_created', 'post', id, created_at from posts
    union all
    select ${idAt('created_at')}, author_id, 'comment_created', 'comment', id, created_at from comments where random() < 0.2`,
  `insert into notifications (id, user_id, type, is_read, related_user_id, post_id, comment_id, created_at)
    select ${idAt('c.created_at')}, p.author_id, 'comment', random() < 0.9, c.author_id, p.id, c.id, c.created_at
    from comments c join posts p on p.id = c.post_id where p.author_id <> c.author_id and random() < 0.2`,
  `insert into mutes (member_id, muted_id)
    select member, muted from (
      select member, ${SOMEBODY} as muted ${MEMBERS} cross join unnest(m[100:]) as member) as mutes where member <> muted`,
  `insert into revisions (post_id, number, title, content, format, edited_by, created_at)
    select id, 1, title, content, format, author_id, created_at from posts where random() < 0.05`,
  // Each conversation has three messages. The first two members also get one message per twenty posts.
  `insert into messages (id, content, sender_id, recipient_id, is_read, created_at)
    select ${idAt('time')}, 'A message of the usual length, about this and that.', sender, recipient, random() < 0.9, time from (
      select case when n % 2 = 0 then one else other end as sender, case when n % 2 = 0 then other else one end as recipient,
        ${at('random()')} as time
      from (
        select one, ${SOMEBODY} as other ${MEMBERS} cross join unnest(m) as one cross join generate_series(1, 3)) as pairs
      cross join generate_series(1, 3) as n
      union all
      select m[1 + n % 2], m[2 - n % 2], ${at('random()')}
      ${MEMBERS} cross join generate_series(1, (select count(*) / 20 from posts)::int) as n) as messages
    where sender <> recipient`,
] as const

/** SQL that inserts moderation data, to run in this order. Triggers must be enabled to number the log. */
export const AFTERWARDS = [
  // Every fiftieth post was reported, and half of these cases are open. Every thousandth post is pending.
  `insert into moderation_cases (id, source, kind, target_id, member_id, snapshot, weight, report_count, created_at, closed_at, outcome)
    select ${idAt('created_at')}, case when is_pending then 'pending' else 'report' end, 'post',
      case when is_pending then ${idAt('created_at')} else id end, author_id,
      jsonb_build_object('title', title, 'content', left(content_text, 500), 'at', created_at) || author_facts(author_id), (random() * 5)::real, (not is_pending)::int, created_at,
      case when is_closed and not is_pending then created_at + interval '1 day' end,
      case when is_closed and not is_pending then 'upheld' end
    from (
      select *, random() < 0.05 as is_pending, random() < 0.5 as is_closed from posts where random() < 0.02) as reported`,
  `insert into reports (id, case_id, reporter_id, reason, weight, created_at)
    select ${idAt('c.created_at')}, c.id, ${SOMEBODY}, 'spam', 1, c.created_at
    ${MEMBERS} cross join moderation_cases c where c.source = 'report'`,
  `insert into pending_content (kind, id, author_id, payload, reasons, case_id, created_at)
    select kind, target_id, member_id, snapshot, '{first_link}', id, created_at from moderation_cases where source = 'pending'`,
  `insert into moderation_actions (id, action, acted_by, acted_as, member_id, kind, target_id, post_id, reason, created_at)
    select ${idAt('created_at')}, case when is_lock then 'lock' else 'warn' end, m[10 + floor(random() * 5)::int], 'moderator',
      author_id, case when is_lock then 'post' else 'member' end, case when is_lock then id else author_id end,
      case when is_lock then id end, 'Said by a moderator', created_at
    ${MEMBERS} cross join (
      select *, random() < 0.5 as is_lock from posts where random() < 0.05 order by created_at) as concerned`,
  `insert into moderation_cases (id, source, kind, target_id, member_id, snapshot, weight, created_at)
    select ${idAt('created_at')}, 'appeal', 'action', id, member_id, jsonb_build_object('title', null, 'content', reason, 'at', created_at) || author_facts(member_id), 1, created_at
    from moderation_actions where random() < 0.05`,
  `insert into appeals (action_id, member_id, words, case_id, created_at)
    select target_id, member_id, 'This was not so.', id, created_at from moderation_cases where source = 'appeal'`,
]

/** Tables that COMMUNITY fills. Their indexes are rebuilt afterwards. */
export const COMMUNITY_TABLES = [
  'user_follows',
  'post_follows',
  'bookmarks',
  'post_reads',
  'user_activity',
  'notifications',
  'messages',
  'conversations',
]
