import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { DB } from '../../db/types.ts'
import { htmlToText } from '../../shared/markup/html.ts'
import type { Removable, RemovalTarget } from '../removal/policy.ts'
import { ERASURE_BATCH_SIZE } from '../removal/policy.ts'
import type { RedactableText } from './passage.ts'

const TABLES = { post: 'posts', comment: 'comments', note: 'notes', revision: 'revisions' } as const

export interface StoredText extends RedactableText {
  kind: Removable | 'revision'
  id: string
  author_id: string | null
  /** Whether the text belongs to a comment that may quote the redacted one. */
  isQuotation: boolean
}

/** Lists the text, its earlier versions, and other comments of the discussion that contain the word. */
export async function listAffectedTexts(
  trx: Transaction<DB>,
  { kind, id }: RemovalTarget,
  { postId, word }: { postId: string | null; word: string },
): Promise<StoredText[]> {
  const title = kind === 'post' ? sql`title` : sql`null`
  const quoting = sql`
    select c.id, c.author_id, c.content from comments c
    where c.post_id = ${postId} and c.id <> ${id} and c.deleted_at is null and c.removed_at is null`
  const hasWord = (text: RawBuilder<unknown>) => sql`position(lower(${word}) in lower(${text})) > 0`
  // An edit of a quoting comment locks the comment alone, and would be overwritten without this lock.
  await sql`
    select from comments c where id in (select id from (${quoting}) q where ${hasWord(sql`q.content`)})
    order by id for no key update`.execute(trx)
  const { rows } = await sql<StoredText>`
    select ${kind} as kind, id, author_id, ${title} as title, content, ${sql.lit(kind === 'post')} as "isHtml", false as "isQuotation"
    from ${sql.table(TABLES[kind])} where id = ${id}
    union all
    select 'revision', r.id, item.author_id, r.title, r.content, r.post_id is not null, false
    from revisions r join ${sql.table(TABLES[kind])} item on item.id = ${id}
    where ${kind === 'post' ? sql`r.post_id` : sql`r.comment_id`} = ${id} and r.redacted_at is null
    union all
    select 'comment', q.id, q.author_id, null, q.content, false, true
    from (${quoting}) q where ${hasWord(sql`q.content`)}
    union all
    select 'revision', r.id, q.author_id, null, r.content, false, true
    from (${quoting}) q join revisions r on r.comment_id = q.id and r.redacted_at is null
    where ${hasWord(sql`r.content`)}`.execute(trx)
  return rows
}

/** Marks the changes of this transaction as a redaction, so that they don't count as edits. */
export async function beginRedaction(trx: Transaction<DB>): Promise<void> {
  await sql`select set_config('threshold.redaction', 'on', true)`.execute(trx)
}

export async function writeText(
  trx: Transaction<DB>,
  { kind, id }: Pick<StoredText, 'kind' | 'id'>,
  { title, content, isHtml }: RedactableText,
): Promise<void> {
  const ofPost = title === null ? sql`` : sql`, title = ${title}`
  const plain = kind === 'post' && isHtml ? sql`, content_text = ${htmlToText(content)}` : sql``
  await sql`update ${sql.table(TABLES[kind])} set content = ${content} ${ofPost} ${plain} where id = ${id}`.execute(
    trx,
  )
}

interface Redacted {
  original: StoredText
  redacted: RedactableText
}

/** Stores the originals and notifies the author. */
export async function recordRedaction(
  trx: Transaction<DB>,
  target: RemovalTarget & { author_id: string | null; post_id: string | null },
  { action_id, passage, texts }: { action_id: string; passage: string; texts: Redacted[] },
): Promise<void> {
  for (const { original, redacted } of texts) {
    const { kind, id, author_id, title, content } = original
    await sql`
      insert into redacted_texts (action_id, ${sql.ref(`${kind}_id`)}, author_id, passage, title, content, digest)
      values (${action_id}, ${id}, ${author_id}, ${passage}, ${title}, ${content},
        redaction_digest(${redacted.title}, ${redacted.content}))`.execute(trx)
  }
  const { kind, id, author_id, post_id } = target
  await sql`
    insert into notifications (user_id, type, post_id, comment_id, note_id, dedupe_key)
    select ${author_id}::uuid, 'redaction', ${post_id}::uuid, ${kind === 'comment' ? id : null}::uuid,
      ${kind === 'note' ? id : null}::uuid, ${`redaction:${action_id}`}
    where ${author_id}::uuid is not null`.execute(trx)
}

export interface RedactionTarget extends RemovalTarget {
  is_restored: boolean
}

/**
 * Finds the redacted text. Returns undefined if the log has no such redaction. A moderator may have made a post of
 * the comment since, or the reverse (staff/comment-moves), which keeps its id.
 */
export async function findRedactionTarget(
  db: Kysely<DB>,
  actionId: string,
): Promise<RedactionTarget | undefined> {
  const { rows } = await sql<RedactionTarget>`
    select case when a.kind = 'comment' and exists (select from posts where id = a.target_id) then 'post'
        when a.kind = 'post' and exists (select from comments where id = a.target_id) then 'comment'
        else a.kind end as kind,
      a.target_id as id, exists (select from moderation_actions where reverts = a.id) as is_restored
    from moderation_actions a where a.id = ${actionId} and a.action = 'redact_passage'`.execute(db)
  return rows[0]
}

const keyOf = ({ kind }: RemovalTarget) => sql.ref(`r.${kind}_id`)

/** Returns the passage and the original of the redacted text, or undefined if they were restored or erased. */
export async function findRedactedOriginal(db: Kysely<DB>, actionId: string, target: RemovalTarget) {
  const { rows } = await sql<{ passage: string; title: string | null; content: string; erase_at: string }>`
    select r.passage, r.title, r.content, r.erase_at from redacted_texts r
    where r.action_id = ${actionId} and ${keyOf(target)} = ${target.id}`.execute(db)
  return rows[0]
}

/** Returns the originals of texts that have not changed since. The main text must be locked. */
export async function listUnchangedOriginals(
  trx: Kysely<DB>,
  actionId: string,
): Promise<Omit<StoredText, 'author_id' | 'isQuotation'>[]> {
  const of = (kind: keyof typeof TABLES, title: RawBuilder<unknown>) => sql`
    select ${kind}::text as kind, t.id, r.title, r.content, r.title is not null as "isHtml"
    from redacted_texts r join ${sql.table(TABLES[kind])} t on t.id = ${sql.ref(`r.${kind}_id`)}
    where r.action_id = ${actionId} and r.digest = redaction_digest(${title}, t.content)`
  const none = sql`null`
  const { rows } = await sql<Omit<StoredText, 'author_id' | 'isQuotation'>>`
    ${of('post', sql`t.title`)} union all ${of('comment', none)} union all ${of('note', none)}
    union all ${of('revision', sql`t.title`)}`.execute(trx)
  return rows
}

/** Deletes the originals and the notification of a redaction that was reversed. */
export async function forgetRedaction(trx: Kysely<DB>, actionId: string): Promise<void> {
  await sql`delete from redacted_texts where action_id = ${actionId}`.execute(trx)
  await sql`
    delete from notifications n using moderation_actions a
    where a.id = ${actionId} and n.user_id = a.member_id and n.dedupe_key = ${`redaction:${actionId}`}`.execute(
    trx,
  )
}

/** Permanently deletes originals after their retention period, unless an appeal is open. */
export async function eraseExpiredPassages(db: Kysely<DB>): Promise<void> {
  const erase = sql`
    delete from redacted_texts where id in (
      select r.id from redacted_texts r
      where r.erase_at <= now() and not exists (
        select from moderation_cases c where c.closed_at is null and c.kind = 'action' and c.target_id = r.action_id)
      order by r.erase_at limit ${ERASURE_BATCH_SIZE})`
  while (Number((await erase.execute(db)).numAffectedRows) === ERASURE_BATCH_SIZE);
}
