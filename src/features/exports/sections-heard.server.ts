import { sql } from 'kysely'
import type { Section } from './section.server.ts'

/** Messages of the forum and its moderators, without reporters and moderators' notes. */
export const heardSections: readonly Section[] = [
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
    about: 'What moderators did with you or your words, as the public log has it.',
    holds: ['moderation_actions.member_id'],
    query: (id) => sql`
      select action as title, kind, target_id, rule, reason, ends_at, created_at from moderation_actions
      where member_id = ${id} and action <> 'reject_report' order by number desc`,
  },
  {
    name: 'notifications',
    title: 'Notifications',
    about: 'What the bell has told you.',
    holds: ['notifications.user_id'],
    query: (id) => sql`
      select type, post_id, comment_id, note_id, is_read, created_at from notifications
      where user_id = ${id} order by created_at desc, id desc`,
  },
]
