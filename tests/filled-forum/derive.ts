/**
 * SQL query for the indexes of tables $1 that can be dropped while rows are loaded, with SQL to drop and
 * create each. For tables $2, includes primary and unique keys that no foreign key refers to. Creating a key
 * locks its table, so the result begins with the keys and alternates between tables.
 */
export const INDEXES = `
  select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name,
    case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
      else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop,
    case when c.oid is null then pg_get_indexdef(i.indexrelid)
      else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) end as make
  from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
  where i.indrelid::regclass::text = any($1)
    and not exists (select from pg_constraint where conindid = i.indexrelid and contype = 'f')
    and (c.oid is null or i.indrelid::regclass::text = any($2))
  order by c.contype, array_position($1, i.indrelid::regclass::text)`

/**
 * SQL statements that compute the values that triggers usually maintain. Rows are loaded without triggers.
 * reindex.server.ts builds the search tables.
 */
export const COUNTERS = [
  `update profiles p set post_count = coalesce(own.posts, 0), comment_count = coalesce(own.comments, 0)
    from (
      select author_id, sum(posts)::integer as posts, sum(comments)::integer as comments from (
        select author_id, count(*) as posts, 0 as comments from posts group by author_id
        union all
        select author_id, 0, count(*) from comments where deleted_at is null group by author_id) as each
      group by author_id) as own
    where own.author_id = p.id`,
  `insert into post_rankings (scope, post_id, created_at, votes_score, comment_count, view_count, active_at)
    select scope, id, created_at, votes_score, comment_count, view_count, coalesce(last_comment_at, created_at)
    from posts cross join lateral (
      select whole_forum() as scope union all
      select concept_id from post_concepts where post_id = posts.id) as scopes
    where deleted_at is null`,
  `insert into concept_posts (concept_id, posts)
    select concept_id, count(*) from post_concepts group by concept_id`,
]

/** SQL statements that compute values from the rows of COMMUNITY, which are loaded without triggers. */
export const MEMBER_COUNTERS = [
  `update profiles p set followers_count = own.followers, following_count = own.following
    from (
      select id, sum(follower)::int as followers, sum(following)::int as following from (
        select following_id as id, 1 as follower, 0 as following from user_follows
        union all select follower_id, 0, 1 from user_follows) as each
      group by id) as own
    where own.id = p.id`,
  `insert into conversations (user_id, with_id, last_message_id, last_message_at, unread_count)
    select distinct on (user_id, with_id) user_id, with_id, id, created_at,
      sum((is_received and not is_read)::int) over (partition by user_id, with_id) from (
      select sender_id as user_id, recipient_id as with_id, id, created_at, false as is_received, is_read from messages
      union all select recipient_id, sender_id, id, created_at, true, is_read from messages) as each
    order by user_id, with_id, created_at desc, id desc`,
]
