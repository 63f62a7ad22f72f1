import { sql } from 'kysely'
import { commentPath, notePath } from '../../shared/branding/item-address.server.ts'
import type { ExportSection } from './section.server.ts'

/** Sections with the member's texts. Of other people's content, they contain only the public title. */
export const textSections: readonly ExportSection[] = [
  {
    name: 'posts',
    title: 'Posts',
    about: 'What you’ve published.',
    holds: ['posts.author_id'],
    query: (id) => sql`
      select id, '/post/' || id as path, title, content as content_html, format, created_at, edited_at, is_pinned,
        votes_score, view_count, comment_count, locked_at, locked_until, slow_mode_seconds,
        array(select c.name from post_concepts pc join concepts c on c.id = pc.concept_id
          where pc.post_id = posts.id order by pc.position) as concepts
      from posts where author_id = ${id} and removed_at is null order by created_at desc, id desc`,
  },
  {
    name: 'comments',
    title: 'Comments',
    about: 'What you’ve written below posts.',
    holds: ['comments.author_id'],
    query: (id) => sql`
      select c.id, ${commentPath(sql`c.post_id`, sql`c.id`)} as path, 'On “' || p.title || '”' as title, c.content,
        c.parent_id, c.created_at, c.edited_at, c.votes_score
      from comments c join posts p on p.id = c.post_id
      where c.author_id = ${id} and c.removed_at is null order by c.created_at desc, c.id desc`,
  },
  {
    name: 'pictures',
    title: 'Pictures',
    about: 'What you’ve uploaded for posts and comments. The files are in the folder “pictures”.',
    holds: ['pictures.author_id'],
    query: (id) => sql`
      select id, '/files/pictures/' || id || '.webp' as path, width, height, bytes, created_at
      from pictures where author_id = ${id} order by id desc`,
  },
  {
    name: 'notes',
    title: 'Notes',
    about: 'Your notes and your replies to others.',
    holds: ['notes.author_id'],
    query: (id) => sql`
      select id, ${notePath(sql`id`, sql`parent_id`)} as path, content, parent_id, created_at, edited_at, likes_count,
        replies_count
      from notes where author_id = ${id} and removed_at is null order by created_at desc, id desc`,
  },
  {
    name: 'former-versions',
    title: 'Edit history',
    about: 'Earlier versions of your posts and comments.',
    holds: [],
    query: (id) => sql`
      select r.number, r.title, case when r.post_id is null then r.content end as content,
        case when r.post_id is not null then r.content end as content_html, r.post_id, r.comment_id, r.created_at
      from revisions r left join posts p on p.id = r.post_id left join comments c on c.id = r.comment_id
      where coalesce(p.author_id, c.author_id) = ${id} and r.redacted_at is null order by r.created_at desc, r.id desc`,
  },
  {
    name: 'pending',
    title: 'Awaiting approval',
    about: 'Content that hasn’t been reviewed yet or wasn’t approved.',
    holds: ['pending_content.author_id'],
    query: (id) => sql`
      select p.kind, p.id, p.payload ->> 'title' as title,
        coalesce(c.snapshot ->> 'content', p.payload ->> 'content') as content,
        p.created_at, coalesce(c.outcome, 'waiting') as state
      from pending_content p join moderation_cases c on c.id = p.case_id
      where p.author_id = ${id} order by p.created_at desc, p.id desc`,
  },
  {
    name: 'removed',
    title: 'Removed by moderators',
    about: 'Your own content, while it can be restored.',
    holds: ['removed_content.author_id'],
    query: (id) => sql`
      select r.kind, r.id, r.content -> 'row' ->> 'title' as title,
        coalesce(r.content -> 'row' ->> 'content_text', r.content -> 'row' ->> 'content') as content, r.removed_at,
        r.erase_at, a.rule, a.reason
      from removed_content r join moderation_actions a on a.id = r.action_id
      where r.author_id = ${id} order by r.removed_at desc, r.id desc`,
  },
  {
    name: 'purged',
    title: 'Purged by moderators',
    about: 'Messages, your profile and content that was awaiting approval, while they can be restored.',
    holds: ['purges.member_id'],
    query: (id) => sql`
      select c.kind, c.id, c.content #>> '{row,payload,title}' as title,
        coalesce(c.content #>> '{row,content}', c.content #>> '{row,payload,content}', c.content #>> '{row,bio}') as content,
        p.created_at as purged_at, p.erase_at
      from purges p join purged_content c on c.purge_id = p.id
      where p.member_id = ${id} and c.kind in ('message', 'profile', 'pending')
      order by p.id desc, c.kind, c.id`,
  },
  {
    name: 'messages',
    title: 'Messages',
    about: 'Messages you sent and received.',
    holds: ['messages.sender_id', 'messages.recipient_id'],
    query: (id) => sql`
      select m.id, case when m.sender_id = ${id} then 'To ' else 'From ' end || other.username as title, m.content,
        m.created_at, case when m.sender_id = ${id} then 'sent' else 'received' end as direction,
        other.username as with, m.is_read
      from messages m
      join profiles other on other.id = case when m.sender_id = ${id} then m.recipient_id else m.sender_id end
      where m.sender_id = ${id} or m.recipient_id = ${id} order by m.created_at desc, m.id desc`,
  },
  {
    name: 'former-messages',
    title: 'Messages with members who have left',
    about: 'Their names were deleted. Each conversation has an ID.',
    holds: ['former_conversations.member_id'],
    query: (id) => sql`
      select m.id, case when m.is_own then 'To somebody who has left' else 'From somebody who has left' end as title,
        m.content, m.created_at, case when m.is_own then 'sent' else 'received' end as direction,
        c.id as conversation
      from former_messages m join former_conversations c on c.id = m.conversation_id
      where c.member_id = ${id} order by m.created_at desc, m.id desc`,
  },
  {
    name: 'reports',
    title: 'Reports',
    about: 'What you’ve reported to moderators, and the outcome.',
    holds: ['reports.reporter_id'],
    query: (id) => sql`
      select c.kind, c.target_id, r.reason, r.words as content, r.created_at, coalesce(c.outcome, 'open') as outcome
      from reports r join moderation_cases c on c.id = r.case_id
      where r.reporter_id = ${id} order by r.id desc`,
  },
  {
    name: 'appeals',
    title: 'Appeals',
    about: 'Your appeals and the answers.',
    holds: ['appeals.member_id'],
    query: (id) => sql`
      select a.words as content, m.action as against, a.created_at, a.outcome, a.answer, a.decided_at
      from appeals a join moderation_actions m on m.id = a.action_id
      where a.member_id = ${id} order by a.id desc`,
  },
]
