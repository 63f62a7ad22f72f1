import { sql } from 'kysely'
import type { ExportSection } from './section.server.ts'

/** Sections about the member's actions. Of other people's content, they contain only the public title. */
export const activitySections: readonly ExportSection[] = [
  {
    name: 'votes',
    title: 'Votes',
    about: 'On posts and comments.',
    holds: ['votes.user_id'],
    query: (id) => sql`
      select case v.vote_type when 1 then 'up' else 'down' end as vote, 'On “' || p.title || '”' as title,
        p.id as post_id, v.comment_id, v.created_at
      from votes v left join comments c on c.id = v.comment_id join posts p on p.id = coalesce(v.post_id, c.post_id)
      where v.user_id = ${id} order by v.created_at desc, p.id desc`,
  },
  {
    name: 'likes',
    title: 'Likes',
    about: 'On notes.',
    holds: ['note_likes.user_id'],
    query: (id) => sql`
      select note_id, '/notes/' || note_id as path, created_at from note_likes
      where user_id = ${id} order by created_at desc, note_id desc`,
  },
  {
    name: 'bookmarks',
    title: 'Bookmarks',
    about: 'Posts you’ve saved.',
    holds: ['bookmarks.user_id'],
    query: (id) => sql`
      select p.title, '/post/' || p.id as path, p.id as post_id, b.created_at
      from bookmarks b join posts p on p.id = b.post_id where b.user_id = ${id} order by b.created_at desc, b.id desc`,
  },
  {
    name: 'follows',
    title: 'Follows',
    about: 'Members, concepts and discussions you follow.',
    holds: ['user_follows.follower_id', 'concept_follows.follower_id', 'post_follows.follower_id'],
    query: (id) => sql`
      select * from (
        select 'member' as kind, p.username as title, '/profile/' || p.username as path, f.created_at
        from user_follows f join profiles p on p.id = f.following_id where f.follower_id = ${id}
        union all
        select 'concept', c.name, '/concepts/' || c.id, f.created_at
        from concept_follows f join concepts c on c.id = f.concept_id where f.follower_id = ${id}
        union all
        select 'discussion', p.title, '/post/' || p.id, f.created_at
        from post_follows f join posts p on p.id = f.post_id where f.follower_id = ${id}) as follows
      order by created_at desc`,
  },
  {
    name: 'mutes',
    title: 'Muted and blocked',
    about: 'Members and discussions you’ve muted or blocked.',
    holds: ['mutes.member_id', 'post_mutes.member_id', 'blocks.member_id'],
    query: (id) => sql`
      select * from (
        select 'muted' as kind, p.username as title, m.created_at
        from mutes m join profiles p on p.id = m.muted_id where m.member_id = ${id}
        union all
        select 'muted discussion', p.title, m.created_at
        from post_mutes m join posts p on p.id = m.post_id where m.member_id = ${id}
        union all
        select 'blocked', p.username, b.created_at
        from blocks b join profiles p on p.id = b.blocked_id where b.member_id = ${id}) as ignored
      order by created_at desc`,
  },
  {
    name: 'activity',
    title: 'Activity',
    about: 'Your entries in the activity feed.',
    holds: ['user_activity.user_id'],
    query: (id) => sql`
      select action, target_type, target_id, created_at from user_activity
      where user_id = ${id} order by created_at desc, id desc`,
  },
  {
    name: 'reading',
    title: 'Reading',
    about: 'How far you’ve read discussions, and the posts you’ve opened.',
    holds: ['post_reads.user_id', 'post_views.user_id'],
    query: (id) => sql`
      select * from (
        select 'read' as kind, post_id, '/post/' || post_id as path, read_until, read_at as created_at,
          null as browser
        from post_reads where user_id = ${id}
        union all
        select 'opened', post_id, '/post/' || post_id, null, created_at, user_agent
        from post_views where user_id = ${id}) as reading
      order by created_at desc`,
  },
  {
    name: 'office',
    title: 'Actions as moderator or admin',
    about: 'As recorded in the public log, without moderators’ notes.',
    holds: ['moderation_actions.acted_by', 'content_changes.changed_by'],
    query: (id) => sql`
      select * from (
        select action as title, kind, target_id, rule, reason, null as name, created_at
        from moderation_actions where acted_by = ${id}
        union all
        select act, kind, item_id, null, null, name, created_at from content_changes where changed_by = ${id}) as acts
      order by created_at desc`,
  },
]

/** Sections about what the forum and moderators sent to the member, without reporters or internal notes. */
export const receivedSections: readonly ExportSection[] = [
  {
    name: 'sanctions',
    title: 'Sanctions',
    about: 'Warnings, limits and suspensions, with their reasons.',
    holds: ['sanctions.member_id'],
    query: (id) => sql`
      select s.kind as title, s.message as content, m.rule, m.reason, s.per_day, s.starts_at as created_at, s.ends_at,
        s.acknowledged_at, s.lifted_at
      from sanctions s join moderation_actions m on m.id = s.action_id where s.member_id = ${id} order by s.id desc`,
  },
  {
    name: 'decisions',
    title: 'Decisions about you',
    about: 'Moderator actions on your account or content, as recorded in the public log.',
    holds: ['moderation_actions.member_id'],
    query: (id) => sql`
      select action as title, kind, target_id, rule, reason, ends_at, created_at from moderation_actions
      where member_id = ${id} and action <> 'reject_report' order by number desc`,
  },
  {
    name: 'notifications',
    title: 'Notifications',
    about: 'Everything listed under the bell.',
    holds: ['notifications.user_id'],
    query: (id) => sql`
      select type, post_id, comment_id, note_id, is_read, created_at from notifications
      where user_id = ${id} order by created_at desc, id desc`,
  },
]
