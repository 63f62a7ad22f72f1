import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { isAfter, newestCursor, toPage } from '../../platform/keyset.server.ts'
import type { Cursor } from '../../platform/keyset.ts'
import type { PendingText } from './contract.ts'
import { type HoldReason, PENDING_PAGE, type SubmittedKind } from './policy.ts'
import type { SubmissionPayload } from './publishers.server.ts'

interface PendingKey {
  kind: SubmittedKind
  id: string
}

interface NewPendingContent extends PendingKey {
  author_id: string
  payload: SubmissionPayload
  reasons: HoldReason[]
  /** Watched words in the text. Only moderators see which. */
  watched: string[]
  /** The text without HTML tags, as moderators see it in the queue. */
  words: { title: string | null; content: string }
}

/** Stores a text and opens a case for it. Returns undefined if a text with this id is already pending. */
export async function insertPending(
  db: Kysely<DB>,
  held: NewPendingContent,
): Promise<{ case_id: string } | undefined> {
  const { kind, id, author_id, payload, reasons, watched, words } = held
  const { rows } = await sql<{ case_id: string }>`
    with held as (
      insert into pending_content (kind, id, author_id, payload, reasons, case_id)
      values (${kind}, ${id}, ${author_id}, ${JSON.stringify(payload)}::jsonb, ${reasons}::text[], new_id())
      on conflict do nothing returning *
    ), opened as (
      insert into moderation_cases (id, source, kind, target_id, member_id, is_automatic_hold, snapshot)
      select case_id, 'pending', kind, id, author_id, reasons <> '{sanction}', jsonb_strip_nulls(jsonb_build_object(
        'title', ${words.title}::text, 'content', ${words.content}::text, 'post_id', payload->>'post_id',
        'parent_id', payload->>'parent_id', 'at', created_at, 'hold_reasons', to_jsonb(reasons),
        'watched_words', nullif(to_jsonb(${watched}::text[]), '[]'), 'pictures', pictures_in(payload->>'content'))) || author_facts(author_id)
      from held
    )
    select case_id from held`.execute(db)
  return rows[0]
}

interface KnownSubmission {
  author_id: string
  reasons: HoldReason[]
  is_decided: boolean
  is_same: boolean
}

/** Finds a pending text. `is_same` is true if it has the same payload. */
export async function findPending(
  db: Kysely<DB>,
  { kind, id }: PendingKey,
  payload: SubmissionPayload,
): Promise<KnownSubmission | undefined> {
  const { rows } = await sql<KnownSubmission>`
    select p.author_id, p.reasons, c.closed_at is not null as is_decided,
      p.payload = ${JSON.stringify(payload)}::jsonb as is_same
    from pending_content p join moderation_cases c on c.id = p.case_id
    where p.kind = ${kind} and p.id = ${id}`.execute(db)
  return rows[0]
}

type PendingRow = Omit<PendingText, 'content_html'> & {
  text: string
  /** Sanitized HTML of a rich-text post, or null for other texts. */
  html: string | null
}

interface PendingFilter {
  kind?: SubmittedKind | undefined
  post_id?: string | undefined
  cursor?: Cursor | undefined
}

/** Lists a member's pending and rejected texts, newest first. A rejected text includes the reason. */
export async function listPending(
  db: Kysely<DB>,
  authorId: string,
  { kind, post_id, cursor }: PendingFilter,
) {
  const { rows } = await sql<PendingRow>`
    select p.kind, p.id, p.reasons, p.created_at, p.payload->>'title' as title, p.payload->>'content' as content,
      coalesce(c.snapshot->>'content', p.payload->>'content') as text, p.payload->>'html' as html,
      coalesce(p.payload->>'format', 'plain') as format, p.payload->>'post_id' as post_id,
      p.payload->>'parent_id' as parent_id, p.payload->>'answered_id' as answered_id,
      coalesce(p.payload->'concept_ids', '[]') as concept_ids, coalesce(c.outcome, 'waiting') as state, a.rule, a.reason
    from (
      select * from pending_content
      where author_id = ${authorId} and ${kind ? sql`kind = ${kind}` : sql`true`}
        and ${post_id ? sql`payload->>'post_id' = ${post_id}` : sql`true`} and ${isAfter(cursor)}
      order by created_at desc, id desc limit ${PENDING_PAGE + 1}) as p
    join moderation_cases c on c.id = p.case_id
    left join moderation_actions a on a.case_id = c.id and a.action = 'reject'
    order by p.created_at desc, p.id desc`.execute(db)
  return toPage(rows, PENDING_PAGE, newestCursor)
}

/** Deletes a member's pending text, if any. Locks its case first, so that no decision can succeed too. */
export function withdrawPending(db: Kysely<DB>, authorId: string, { kind, id }: PendingKey) {
  return db.transaction().execute(async (trx) => {
    await sql`
      select from moderation_cases where id = (
        select case_id from pending_content where kind = ${kind} and id = ${id} and author_id = ${authorId})
      for no key update`.execute(trx)
    const { rows } = await sql<{ case_id: string }>`
      delete from pending_content where kind = ${kind} and id = ${id} and author_id = ${authorId}
      returning case_id`.execute(trx)
    return rows[0]
  })
}

/** Allows this transaction to publish texts whose authors are under a sanction (db/schema/sanctions.sql). */
export async function allowPublishingForOthers(trx: Kysely<DB>): Promise<void> {
  await sql`select set_config('threshold.publishes_for_others', 'on', true)`.execute(trx)
}

export async function deletePending(trx: Kysely<DB>, caseId: string) {
  const { rows } = await sql<{ id: string; author_id: string; payload: SubmissionPayload }>`
    delete from pending_content where case_id = ${caseId} returning id, author_id, payload`.execute(trx)
  return rows[0]
}

/** Links the author's notification of the decision to the published text. */
export async function linkNotification(
  trx: Kysely<DB>,
  caseId: string,
  { kind, id, post_id }: PendingKey & { post_id: string | null },
): Promise<void> {
  const things = {
    post: { post_id: id },
    comment: { post_id, comment_id: id },
    note: { note_id: id },
  }[kind]
  await trx.updateTable('notifications').set(things).where('case_id', '=', caseId).execute()
}

/** Deletes texts that were not approved, 90 days after the decision. */
export async function erasePending(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from pending_content p using moderation_cases c
    where c.id = p.case_id and c.closed_at < now() - interval '90 days'`.execute(db)
}
