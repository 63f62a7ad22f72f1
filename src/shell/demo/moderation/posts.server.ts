import { sql } from 'kysely'
import { updatePostColumns } from '../../../staff/post-moderation/sql.server.ts'
import { demoId } from '../random.ts'
import type { DemoEdit, EventOf } from './events.ts'
import { groundsOf, insertAction, type Scene } from './scene.server.ts'

export async function replayLock(scene: Scene, event: EventOf<'lock'>, at: string): Promise<void> {
  const id = await record(scene, event, at)
  await scene.db.updateTable('posts').set({ locked_at: at }).where('id', '=', id).execute()
}

export async function replayPin(scene: Scene, event: EventOf<'pin'>, at: string): Promise<void> {
  await updatePostColumns(scene.db, await record(scene, event, at), { is_pinned: true })
}

export async function replayDuplicate(
  scene: Scene,
  event: EventOf<'mark_duplicate'>,
  at: string,
): Promise<void> {
  const duplicate_of = scene.find({ post: event.original }).id
  await updatePostColumns(scene.db, await record(scene, event, at, { duplicate_of }), { duplicate_of })
}

/** Replays a moderator's change of a title. The sources contain the moderator's title. */
export async function replayClassification(
  scene: Scene,
  event: EventOf<'classify'>,
  at: string,
): Promise<void> {
  const { post, title, by } = event
  const id = await record(scene, event, at, { title })
  await replayEdit(scene, { thing: { post }, title, by }, at)
  const { member_id } = scene.find({ post })
  await scene.db
    .insertInto('notifications')
    .values({ user_id: member_id, type: 'post_classified', post_id: id, dedupe_key: `post_classified:${id}` })
    .execute()
}

async function record(
  scene: Scene,
  event: EventOf<'lock' | 'mark_duplicate' | 'classify'>,
  at: string,
  details?: object,
): Promise<string> {
  const { id, member_id } = scene.find({ post: event.post })
  const about = { kind: 'post', target_id: id, post_id: id, member_id } as const
  const grounds = { ...groundsOf(scene, event), by: scene.memberId(event.by) }
  await insertAction(scene, at, { ...about, ...grounds, action: event.do, details })
  return id
}

/** Stores the text before an edit, as the triggers of db/schema/comments.sql would. */
export async function replayEdit(
  scene: Scene,
  { thing, title, was = [], by, as }: DemoEdit,
  at: string,
): Promise<void> {
  const { db } = scene
  const { kind, id, member_id } = scene.find(thing)
  const isPost = kind === 'post'
  const { rows } = await sql<{
    title: string | null
    content: string
    format: string | null
    number: number
  }>`
    select ${isPost ? sql`title, format` : sql`null as title, null as format`}, content,
      1 + (select count(*)::integer from revisions where ${sql.ref(isPost ? 'post_id' : 'comment_id')} = item.id) as number
    from ${sql.table(isPost ? 'posts' : 'comments')} as item where id = ${id}`.execute(db)
  const now = rows[0]
  if (!now) throw new Error(`There is nothing to edit: ${JSON.stringify(thing)}`)
  const revision = demoId(new Date(at), `revision ${id}`)
  const item = isPost ? { post_id: id, title: title ?? now.title, format: now.format } : { comment_id: id }
  const edited = { content: before(now.content, was), number: now.number, created_at: at }
  const edited_by = by ? scene.memberId(by) : member_id
  await db
    .insertInto('revisions')
    .values({ id: revision, ...item, ...edited, edited_by })
    .execute()
  await sql`
    update ${sql.table(isPost ? 'posts' : 'comments')} set edited_at = ${at}, updated_at = ${at} where id = ${id}`.execute(
    db,
  )
  if (as) scene.revisions.set(as, revision)
}

function before(content: string, was: readonly [now: string, before: string][]): string {
  return was.reduce((text, [now, former]) => {
    if (!text.includes(now)) throw new Error(`The demo says nowhere “${now}”.`)
    return text.replace(now, () => former)
  }, content)
}

/** Redacts a former version, as redactRevision() would. */
export async function replayRevisionRedaction(
  scene: Scene,
  event: EventOf<'redact_revision'>,
  at: string,
): Promise<void> {
  const id = scene.revisions.get(event.of) as string
  const { rows } = await sql<{ post_id: string; author_id: string }>`
    select p.id as post_id, p.author_id from revisions r join posts p on p.id = r.post_id where r.id = ${id}`.execute(
    scene.db,
  )
  const { post_id, author_id } = rows[0] as { post_id: string; author_id: string }
  const about = { kind: 'revision', target_id: id, post_id, member_id: author_id } as const
  const grounds = { ...groundsOf(scene, event), by: scene.memberId(event.by) }
  const redaction_id = await insertAction(scene, at, { ...about, ...grounds, action: 'redact' })
  await scene.db
    .updateTable('revisions')
    .set({ title: null, content: null, format: null, redacted_at: at, redaction_id })
    .where('id', '=', id)
    .execute()
}

/** Redacts a log entry, as redactAction() would. `by` is null, since the demo has no admins. */
export async function replayEntryRedaction(
  scene: Scene,
  event: EventOf<'redact_entry'>,
  at: string,
): Promise<void> {
  const id = scene.actions.get(event.of) as string
  const { member_id } = await scene.db
    .updateTable('moderation_actions')
    .set({ redacted_at: at, reason: null })
    .where('id', '=', id)
    .returning('member_id')
    .executeTakeFirstOrThrow()
  const about = { kind: 'action', target_id: id, member_id } as const
  const grounds = groundsOf(scene, event)
  await insertAction(scene, at, { ...about, ...grounds, action: 'redact', by: null, actedAs: 'admin' })
}
