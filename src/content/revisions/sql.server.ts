import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Role, Viewer } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { mayActOn } from '../../moderation/policy.ts'
import { recordAction } from '../../moderation/record-action.server.ts'
import { isAfter } from '../../platform/keyset.server.ts'
import { type Cursor, writeCursor } from '../../platform/keyset.ts'
import { type AuthorRow, authorColumns } from '../../shared/authors/sql.server.ts'
import type { Revision } from './contract.ts'

const REVISION_PAGE = 10
/** Number of characters after which a page of edits ends. The edit that exceeds it is still on the page. */
const REVISION_PAGE_CHARACTERS = 200_000

/** Version of a post or comment. All fields are null if it was redacted. Only posts have a format. */
export interface Version {
  title: string | null
  content: string | null
  format: 'rich' | 'plain' | null
}

export interface RevisionRow extends Version, AuthorRow {
  id: string
  number: number
  created_at: string
  redaction: Revision['redaction']
  next_title: string | null
  next_content: string | null
  next_format: Version['format']
}

interface Item {
  post_id: string
  edited_at: string | null
  versions: number
}

/** Lists edits, newest first. Returns undefined if the post does not exist or was deleted or removed. */
export function listPostRevisions(db: Kysely<DB>, id: string, cursor: Cursor | undefined) {
  const now = sql`select id, id as post_id, edited_at, title, content, format from posts
    where id = ${id} and deleted_at is null and removed_at is null`
  return list(db, { now, key: sql.ref('post_id') }, cursor)
}

/** Lists edits, newest first. Undefined if the comment or its post is missing, deleted or removed. */
export function listCommentRevisions(db: Kysely<DB>, id: string, cursor: Cursor | undefined) {
  const now = sql`select id, post_id, edited_at, null as title, content, null as format from comments
    where id = ${id} and deleted_at is null and removed_at is null
      and exists (select from posts where posts.id = post_id and posts.removed_at is null)`
  return list(db, { now, key: sql.ref('comment_id') }, cursor)
}

interface RevisionSource {
  now: RawBuilder<unknown>
  /** Column of `revisions` that references the post or comment. */
  key: RawBuilder<unknown>
}

/** Uses one statement, for consistency during an edit. If there are no edits, the only row has a null id. */
async function list(db: Kysely<DB>, { now, key }: RevisionSource, cursor: Cursor | undefined) {
  const { rows } = await sql<Item & (RevisionRow | { id: null })>`
    with item as materialized (${now})
    select item.post_id, item.edited_at,
      1 + (select coalesce(max(number), 0) from revisions where ${key} = item.id) as versions,
      r.id, r.number, r.title, r.content, r.format, r.created_at, ${authorColumns},
      case when r.redaction_id is not null then (
        select jsonb_build_object('rule', rule, 'action_id', id) from moderation_actions where id = r.redaction_id) end as redaction,
      case when later.id is null then item.title else later.title end as next_title,
      case when later.id is null then item.content else later.content end as next_content,
      case when later.id is null then item.format else later.format end as next_format
    from item left join lateral (
      select * from revisions where ${key} = item.id and ${isAfter(cursor, { key: 'number' })}
      order by number desc limit ${sql.lit(REVISION_PAGE + 1)}) as r on true
    left join revisions later on later.${key} = item.id and later.number = r.number + 1
    left join profiles a on a.id = r.edited_by
    order by r.number desc`.execute(db)
  if (!rows[0]) return undefined
  const { post_id, edited_at, versions } = rows[0]
  const edits = rows.flatMap((row) => (row.id === null ? [] : [row]))
  const items = edits.slice(0, fitting(edits))
  const last = edits.length > items.length ? items.at(-1) : undefined
  const next = last ? revisionCursor(last) : null
  return { post_id, edited_at, versions, items, next }
}

export function revisionCursor({ id, number }: Pick<RevisionRow, 'id' | 'number'>): string {
  return writeCursor({ order: 'top', key: number, id })
}

/** Returns how many edits fit on the page, at least one. */
function fitting(edits: readonly RevisionRow[]): number {
  let characters = 0
  const beyond = edits.findIndex(({ content }) => {
    const isBeyond = characters > REVISION_PAGE_CHARACTERS
    characters += content?.length ?? 0
    return isBeyond
  })
  return Math.min(beyond < 0 ? edits.length : beyond, REVISION_PAGE)
}

interface Redaction {
  id: string
  /** Label of the broken rule, for example “2. Be kind”. */
  rule: string | undefined
  reason: string
  note: string
}

/**
 * Permanently deletes the text of a version and records the action. Returns `gone` for an unknown version,
 * `refused` if its author is the moderator or has an equal or higher role, `done` if it is already redacted.
 */
export function redactRevision(
  db: Kysely<DB>,
  by: Viewer,
  { id, rule, reason, note }: Redaction,
): Promise<{ action_id: string; post_id: string } | 'gone' | 'refused' | 'done'> {
  return db.transaction().execute(async (trx) => {
    const held = await holdRevision(trx, id)
    if (!held) return 'gone'
    const { author_id, author_roles, post_id, is_redacted } = held
    if (!mayActOn(by, author_id === null ? null : { id: author_id, roles: author_roles })) return 'refused'
    if (is_redacted) return 'done'
    const about = {
      action: 'redact',
      kind: 'revision',
      target_id: id,
      post_id,
      member_id: author_id,
    } as const
    const action_id = await recordAction(trx, { ...about, rule: rule ?? null, reason, note, by })
    await trx
      .updateTable('revisions')
      .set({ title: null, content: null, format: null, redaction_id: action_id, redacted_at: sql`now()` })
      .where('id', '=', id)
      .execute()
    return { action_id, post_id }
  })
}

interface LockedRevision {
  author_id: string | null
  author_roles: Role[]
  post_id: string
  is_redacted: boolean
}

/** Loads the version and locks it until the end of the transaction. */
async function holdRevision(trx: Kysely<DB>, id: string): Promise<LockedRevision | undefined> {
  const { rows } = await sql<LockedRevision>`
    select item.author_id, item.post_id, r.redacted_at is not null as is_redacted,
      array(select role from user_roles where user_id = item.author_id) as author_roles
    from revisions r cross join lateral (
      select author_id, id as post_id from posts where id = r.post_id
      union all select author_id, post_id from comments where id = r.comment_id) as item
    where r.id = ${id} for update of r`.execute(trx)
  return rows[0]
}
