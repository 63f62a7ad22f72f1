import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { excerpt } from '../../platform/excerpt.ts'
import { commentHref, postHref } from '../../shared/branding/item-address.ts'
import { EXCERPT_LENGTH, TEST_EVENT, type WebhookEvent } from './policy.ts'

/** Public fields of the target, with the path of its page. */
interface Target extends Record<string, unknown> {
  id: string
  path?: string
}

type Compose = (db: Kysely<DB>, id: string) => Promise<Target | undefined>

/**
 * Returns the payload of a delivery, or undefined if its target is no longer public. It contains only what a guest can
 * read at this moment, so a text that was removed since is not sent.
 */
export async function composePayload(
  db: Kysely<DB>,
  publicUrl: string,
  { event, target_id, created_at }: { event: string; target_id: string; created_at: string },
): Promise<object | undefined> {
  const target = await COMPOSE[event as WebhookEvent | typeof TEST_EVENT](db, target_id)
  if (!target) return undefined
  const { path, ...data } = target
  return {
    type: event,
    timestamp: created_at,
    data: { ...data, ...(path && { url: new URL(path, publicUrl).href }) },
  }
}

const idOnly: Compose = async (_, id) => ({ id })

const post: Compose = async (db, id) => {
  const { rows } = await sql<{ id: string; title: string; text: string; author: string | null }>`
    select p.id, p.title, p.content_text as text, a.username as author, p.created_at, p.edited_at
    from posts p left join profiles a on a.id = p.author_id
    where p.id = ${id} and p.deleted_at is null and p.removed_at is null`.execute(db)
  const [found] = rows
  return found && { ...found, text: excerpt(found.text, EXCERPT_LENGTH), path: postHref(found) }
}

const comment: Compose = async (db, id) => {
  const { rows } = await sql<{ id: string; post_id: string; title: string; text: string }>`
    select c.id, c.post_id, c.parent_id, p.title, c.content as text, a.username as author, c.created_at, c.edited_at
    from comments c join posts p on p.id = c.post_id left join profiles a on a.id = c.author_id
    where c.id = ${id} and c.deleted_at is null and c.removed_at is null and p.removed_at is null`.execute(db)
  const [found] = rows
  if (!found) return undefined
  const { title, ...data } = found
  const path = commentHref({ id: found.post_id, title }, id)
  return { ...data, text: excerpt(found.text, EXCERPT_LENGTH), path }
}

const member: Compose = async (db, id) => {
  const { rows } = await sql<{ id: string; username: string }>`
    select p.id, p.username from profiles p join users u on u.id = p.id
    where p.id = ${id} and u.email_verified`.execute(db)
  const [found] = rows
  return found && { ...found, path: `/profile/${found.username}` }
}

/** Contains neither the reporter nor the reported content, because reports are private. */
const report: Compose = async (db, id) => {
  const { rows } = await sql<{ id: string; kind: string }>`
    select id, kind from moderation_cases where id = ${id} and closed_at is null`.execute(db)
  return rows[0] && { ...rows[0], path: '/moderation/queue' }
}

const action: Compose = async (db, id) => {
  const { rows } = await sql<{ id: string; action: string; kind: string; acted_as: string }>`
    select id, action, kind, acted_as from moderation_actions where id = ${id}`.execute(db)
  return rows[0] && { ...rows[0], path: `/moderation?action=${id}` }
}

const COMPOSE: Record<WebhookEvent | typeof TEST_EVENT, Compose> = {
  'post.created': post,
  'post.updated': post,
  'post.deleted': idOnly,
  'comment.created': comment,
  'comment.updated': comment,
  'comment.deleted': idOnly,
  'member.joined': member,
  'report.created': report,
  'moderation.action': action,
  [TEST_EVENT]: idOnly,
}
