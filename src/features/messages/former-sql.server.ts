import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { isAfter, newestCursor, toPage } from '../../platform/keyset.server.ts'
import type { Cursor } from '../../platform/keyset.ts'
import { previewOf } from '../markup/preview.ts'
import type { FormerConversation, FormerMessage } from './former-contract.ts'
import { CONVERSATION_PAGE, LAST_MESSAGE_EXCERPT, MESSAGE_PAGE } from './policy.ts'

/** Enough text for an excerpt, with breaks and markup. */
const OPENING_READ = 4 * LAST_MESSAGE_EXCERPT

export async function listFormer(db: Kysely<DB>, memberId: string, cursor: Cursor | undefined) {
  const { rows } = await sql<{ id: string; is_own: boolean; created_at: string; opening: string }>`
    select c.id, m.is_own, c.last_message_at as created_at, m.opening
    from former_conversations c
    cross join lateral (
      select is_own, left(content, ${sql.lit(OPENING_READ)}) as opening from former_messages
      where conversation_id = c.id order by created_at desc, id desc limit 1) m
    where c.member_id = ${memberId} and ${isAfter(cursor, { key: 'c.last_message_at', id: 'c.id' })}
    order by c.last_message_at desc, c.id desc limit ${CONVERSATION_PAGE + 1}`.execute(db)
  const { items, next } = toPage(rows, CONVERSATION_PAGE, newestCursor)
  return { items: items.map(toConversation), next }
}

function toConversation(row: {
  id: string
  is_own: boolean
  created_at: string
  opening: string
}): FormerConversation {
  const { id, is_own, created_at, opening } = row
  const excerpt = previewOf(opening, LAST_MESSAGE_EXCERPT, OPENING_READ)
  return { id, last_message: { is_own, created_at, excerpt } }
}

export async function isOwnConversation(db: Kysely<DB>, memberId: string, id: string): Promise<boolean> {
  const own = db.selectFrom('former_conversations').select('id').where('id', '=', id)
  return (await own.where('member_id', '=', memberId).executeTakeFirst()) !== undefined
}

export async function listFormerMessages(db: Kysely<DB>, conversationId: string, cursor: Cursor | undefined) {
  const { rows } = await sql<Omit<FormerMessage, 'content_html'>>`
    select id, content, is_own, created_at from former_messages
    where conversation_id = ${conversationId} and ${isAfter(cursor)}
    order by created_at desc, id desc limit ${MESSAGE_PAGE + 1}`.execute(db)
  return toPage(rows, MESSAGE_PAGE, newestCursor)
}
