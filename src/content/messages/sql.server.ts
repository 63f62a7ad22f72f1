import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { memberIdByUsername } from '../../people/profiles/sql.server.ts'
import { isAfter, newestCursor, toPage } from '../../platform/keyset.server.ts'
import type { Cursor } from '../../platform/keyset.ts'
import { authorColumns, type PresentAuthorRow, toAuthor } from '../../shared/authors/sql.server.ts'
import { createPreview } from '../../shared/markup/preview.ts'
import type { Conversation, Message } from './contract.ts'
import type { FormerConversation, FormerMessage } from './former-contract.ts'
import { CONVERSATION_PAGE, LAST_MESSAGE_EXCERPT, MESSAGE_PAGE, UNREAD_COUNTED } from './policy.ts'

type StoredMessage = Omit<Message, 'content_html'>

interface ConversationRow extends PresentAuthorRow {
  unread_count: number | null
  /** Id of the last message. This field and those below are null if there are no messages yet. */
  id: string | null
  sender_id: string | null
  is_read: boolean | null
  created_at: string | null
  opening: string | null
}

export async function listConversations(
  db: Kysely<DB>,
  userId: string,
  cursor: Cursor | undefined,
  size = CONVERSATION_PAGE,
) {
  const { rows } = await sql<ConversationRow & Pick<Message, 'id' | 'created_at'> & { unread: number }>`
    with page as (
      select with_id, last_message_id, last_message_at, unread_count from conversations
      where user_id = ${userId} and ${isAfter(cursor, { key: 'last_message_at', id: 'last_message_id' })}
      order by last_message_at desc, last_message_id desc limit ${size + 1})
    select ${conversationColumns(userId)}, (${unreadOf(userId)}) as unread
    from page c join profiles a on a.id = c.with_id join messages m on m.id = c.last_message_id
    order by c.last_message_at desc, c.last_message_id desc`.execute(db)
  const { items, next } = toPage(rows, size, newestCursor)
  const unread = rows[0]?.unread ?? (cursor ? await countUnreadMessages(db, userId) : 0)
  return { items: items.map(toConversation), next, unread }
}

/** Returns the conversation, even if empty. Undefined for oneself, unknown names and unverified accounts. */
export async function findConversation(db: Kysely<DB>, userId: string, username: string) {
  const { rows } = await sql<ConversationRow>`
    select ${conversationColumns(userId)}
    from profiles a
    left join conversations c on c.user_id = ${userId} and c.with_id = a.id
    left join messages m on m.id = c.last_message_id
    where a.id = ${memberIdByUsername(username)} and a.id <> ${userId}`.execute(db)
  return rows[0] && toConversation(rows[0])
}

export async function listMessages(db: Kysely<DB>, one: string, other: string, cursor: Cursor | undefined) {
  const { rows } = await sql<StoredMessage>`
    select id, content, sender_id, recipient_id, is_read, created_at from messages
    where least(sender_id, recipient_id) = least(${one}::uuid, ${other}::uuid)
      and greatest(sender_id, recipient_id) = greatest(${one}::uuid, ${other}::uuid)
      and ${isAfter(cursor)}
    order by created_at desc, id desc limit ${MESSAGE_PAGE + 1}`.execute(db)
  return toPage(rows, MESSAGE_PAGE, newestCursor)
}

type NewMessage = Pick<StoredMessage, 'content' | 'sender_id' | 'recipient_id'> & { id?: string | undefined }

/** Inserts a message. A retry with the same id succeeds. Returns undefined if another message has the id. */
export async function insertMessage(db: Kysely<DB>, { id, ...rest }: NewMessage) {
  const made = await db
    .insertInto('messages')
    .values({ ...(id && { id }), ...rest })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (made || !id) return made && { message: made, isNew: true }
  const same = await db
    .selectFrom('messages')
    .selectAll()
    .where((where) => where.and({ id, ...rest }))
    .executeTakeFirst()
  return same && { message: same, isNew: false }
}

export async function markMessagesRead(db: Kysely<DB>, userId: string, senderId: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({ is_read: true })
    .where('recipient_id', '=', userId)
    .where('sender_id', '=', senderId)
    .where('is_read', '=', false)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Counts the member's unread messages, up to UNREAD_COUNTED. */
export async function countUnreadMessages(db: Kysely<DB>, userId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`select (${unreadOf(userId)}) as unread`.execute(db)
  return rows[0]?.unread ?? 0
}

/** Characters of a message to read for its excerpt, which is shorter because markup is removed. */
const OPENING_READ = 4 * LAST_MESSAGE_EXCERPT

const conversationColumns = (userId: string) => sql`
  ${authorColumns},
  case when c.with_id = any (array(select uncounted_senders(${userId}))) then 0 else c.unread_count end as unread_count,
  m.id, m.sender_id, m.is_read, m.created_at, left(m.content, ${sql.lit(OPENING_READ)}) as opening`

/** Sums unread messages of at most UNREAD_COUNTED conversations. They suffice, as each has at least one. */
function unreadOf(userId: string) {
  return sql`
    select least(coalesce(sum(unread_count), 0), ${sql.lit(UNREAD_COUNTED)})::integer from (
      select unread_count from conversations
      where user_id = ${userId} and unread_count > 0 and with_id <> all (array(select uncounted_senders(${userId})))
      limit ${sql.lit(UNREAD_COUNTED)}) as unread`
}

function toConversation(row: ConversationRow): Conversation {
  const { id, sender_id, created_at } = row
  return {
    with: toAuthor(row),
    last_message:
      id && sender_id && created_at
        ? {
            id,
            sender_id,
            created_at,
            is_read: row.is_read ?? false,
            excerpt: createPreview(row.opening ?? '', LAST_MESSAGE_EXCERPT, OPENING_READ),
          }
        : null,
    unread_count: row.unread_count ?? 0,
  }
}

export async function listFormerConversations(db: Kysely<DB>, memberId: string, cursor: Cursor | undefined) {
  const { rows } = await sql<{ id: string; is_own: boolean; created_at: string; opening: string }>`
    select c.id, m.is_own, c.last_message_at as created_at, m.opening
    from former_conversations c
    cross join lateral (
      select is_own, left(content, ${sql.lit(OPENING_READ)}) as opening from former_messages
      where conversation_id = c.id order by created_at desc, id desc limit 1) m
    where c.member_id = ${memberId} and ${isAfter(cursor, { key: 'c.last_message_at', id: 'c.id' })}
    order by c.last_message_at desc, c.id desc limit ${CONVERSATION_PAGE + 1}`.execute(db)
  const { items, next } = toPage(rows, CONVERSATION_PAGE, newestCursor)
  const conversations = items.map(({ id, is_own, created_at, opening }): FormerConversation => {
    const excerpt = createPreview(opening, LAST_MESSAGE_EXCERPT, OPENING_READ)
    return { id, last_message: { is_own, created_at, excerpt } }
  })
  return { items: conversations, next }
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
