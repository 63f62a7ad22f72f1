import { type RawBuilder, sql } from 'kysely'
import type { HoldReason } from '../../../moderation/approval/policy.ts'
import { HIDDEN_BY_REPORTS } from '../../../moderation/removal/remove.server.ts'
import { markAutomatic } from '../../../moderation/reports/sql.server.ts'
import { demoId } from '../random.ts'
import type { Consequence, DemoContentKey, EventOf } from './events.ts'
import { replaySanction } from './sanctions.server.ts'
import {
  type DemoTarget,
  daysAfter,
  groundsOf,
  insertAction,
  removeDemoText,
  type Scene,
} from './scene.server.ts'

/** Inserts a report and its case with a past time, as report_thing() would. */
export async function replayReport(scene: Scene, event: EventOf<'report'>, at: string): Promise<void> {
  const { db } = scene
  const { kind, id, member_id } = scene.find(event.thing)
  const reporter = scene.memberId(event.by)
  let caseId = scene.cases.get(id)
  if (!caseId) {
    caseId = demoId(new Date(at), `case ${id}`)
    scene.cases.set(id, caseId)
    await sql`
      insert into moderation_cases (id, source, kind, target_id, member_id, created_at, snapshot)
      values (${caseId}, 'report', ${kind}, ${id}, ${member_id}, ${at},
        ${snapshotOf(event.thing, { kind, id, member_id }, reporter, at)})`.execute(db)
  }
  const { reason, words = '' } = event
  const least = reason === 'illegal' || reason === 'private' ? HEAVY : 0
  await sql`
    with added as (
      insert into reports (id, case_id, reporter_id, reason, words, weight, created_at)
      values (${demoId(new Date(at), `report ${reporter} ${id}`)}, ${caseId}, ${reporter}, ${reason}, ${words},
        report_weight(${reporter}), ${at})
      returning weight)
    update moderation_cases c set report_count = report_count + 1, weight = greatest(c.weight + added.weight, ${least}::real)
    from added where c.id = ${caseId}`.execute(db)
}

/** Returns the reported content as of the time of the report. Profiles are unchanged since the sign-up. */
function snapshotOf(
  thing: DemoContentKey,
  { kind, id, member_id }: Omit<DemoTarget, 'post_id'>,
  reporter: string,
  at: string,
): RawBuilder<unknown> {
  if ('gone' in thing)
    return sql`
      jsonb_build_object('title', null, 'content', ${thing.gone}::text, 'at', ${at}::text) || author_facts(${member_id})`
  const found = sql`(select snapshot from reported_thing(${reporter}, ${kind}, ${id}))`
  if (kind !== 'profile') return found
  return sql`${found} || (select jsonb_build_object('at', created_at) from profiles where id = ${id})`
}

/** Minimum weight of a case about illegal or private content (db/schema/reports.sql). */
const HEAVY = 3

/** Hides content after reports, as hideContent() would. */
export async function replayHide(scene: Scene, { thing }: EventOf<'hide'>, at: string): Promise<void> {
  const target = scene.find(thing)
  const case_id = scene.cases.get(target.id) as string
  const entry = { ...aboutOf(target), by: null, reason: HIDDEN_BY_REPORTS, case_id }
  const action = await insertAction(scene, at, { ...entry, action: 'remove' })
  await removeDemoText(scene, at, target, action)
  await markAutomatic(scene.db, case_id)
}

/** Assigns a case to a moderator for longer than in reality, so that the demo shows it all day. */
export async function replayClaim(scene: Scene, { thing, by }: EventOf<'claim'>): Promise<void> {
  const claimed_until = daysAfter(scene.anchor.toISOString(), 2)
  await scene.db
    .updateTable('moderation_cases')
    .set({ claimed_by: scene.memberId(by), claimed_until })
    .where('id', '=', scene.cases.get(scene.find(thing).id) as string)
    .execute()
}

/** Makes content pending, as insertPending() would. If it was approved later, inserts only its case. */
export async function replayHold(scene: Scene, event: EventOf<'hold'>, at: string): Promise<void> {
  const { target, words, payload } =
    'thing' in event ? await heldBefore(scene, event.thing) : heldNow(scene, event, at)
  const case_id = demoId(new Date(at), `case ${target.id}`)
  scene.cases.set(target.id, case_id)
  if (event.as) scene.held.set(event.as, target)
  await insertHeldCase(scene, at, { case_id, target, words, reasons: event.reasons })
  if (payload)
    await scene.db
      .insertInto('pending_content')
      .values({
        ...{ kind: target.kind, id: target.id, author_id: target.member_id },
        ...{ payload: JSON.stringify(payload), reasons: event.reasons, case_id, created_at: at },
      })
      .execute()
}

interface PendingTarget {
  target: DemoTarget
  words: { title: string | null; content: string }
  /** Content to publish on approval. Undefined if a moderator has already decided. */
  payload?: Record<string, unknown>
}

function heldNow(
  scene: Scene,
  event: Exclude<EventOf<'hold'>, { thing: DemoContentKey }>,
  at: string,
): PendingTarget {
  const { author, content } = event
  const member_id = scene.memberId(author)
  const id = demoId(new Date(at), `held ${author} ${content}`)
  if ('in' in event) {
    const { id: post_id } = scene.find({ post: event.in })
    const target = { kind: 'comment', id, member_id, post_id } as const
    return { target, words: { title: null, content }, payload: { content, post_id } }
  }
  const { title, text, concepts } = event
  const concept_ids = concepts.flatMap((name) => scene.conceptIds.get(name) ?? [])
  const target = { kind: 'post', id, member_id, post_id: null } as const
  const payload = { title, content, format: 'rich', concept_ids }
  return { target, words: { title, content: text }, payload }
}

async function heldBefore(scene: Scene, thing: DemoContentKey): Promise<PendingTarget> {
  const target = scene.find(thing)
  const { rows } = await sql<{ snapshot: { content: string } }>`
    select snapshot from reported_thing(null, ${target.kind}, ${target.id})`.execute(scene.db)
  return { target, words: { title: null, content: rows[0]?.snapshot.content as string } }
}

async function insertHeldCase(
  { db }: Scene,
  at: string,
  held: Pick<PendingTarget, 'target' | 'words'> & { case_id: string; reasons: HoldReason[] },
): Promise<void> {
  const { target, words, case_id, reasons } = held
  const { kind, id, member_id, post_id } = target
  await sql`
    insert into moderation_cases (id, source, kind, target_id, member_id, created_at, is_automatic_hold, snapshot)
    values (${case_id}, 'pending', ${kind}, ${id}, ${member_id}, ${at}, ${reasons}::text[] <> '{sanction}', jsonb_strip_nulls(jsonb_build_object(
      'title', ${words.title}::text, 'content', ${words.content}::text, 'post_id', ${post_id}::uuid, 'at', ${at}::text,
      'hold_reasons', to_jsonb(${reasons}::text[]))) || author_facts(${member_id}))`.execute(db)
}

/** Decides a case and applies the consequences, as moderation-queue/decide.server.ts would. */
export async function replayDecision(scene: Scene, event: EventOf<'decide'>, at: string): Promise<void> {
  const target = 'held' in event ? (scene.held.get(event.held) as DemoTarget) : scene.find(event.thing)
  const by = scene.memberId(event.by)
  const case_id = scene.cases.get(target.id) as string
  scene.cases.delete(target.id)
  const closing = { closed_at: at, closed_by: by, outcome: event.outcome, note: event.note ?? null }
  await scene.db
    .updateTable('moderation_cases')
    .set({ ...closing, claimed_by: null, claimed_until: null })
    .where('id', '=', case_id)
    .execute()
  await sql`update profiles set new_since = ${at} where new_since = now()`.execute(scene.db)
  const grounds = { ...groundsOf(scene, event), case_id, by }
  let part_of: string | null = null
  for (const each of event.acts) {
    const action = await follow(scene, at, target, each, { ...grounds, part_of })
    if (each.as) scene.actions.set(each.as, action)
    part_of ??= action
  }
  if (event.outcome === 'rejected' && !('held' in event))
    await insertAction(scene, at, { ...aboutOf(target), ...grounds, action: 'reject_report' })
}

type Ground = ReturnType<typeof groundsOf> & { case_id: string; by: string; part_of: string | null }

async function follow(scene: Scene, at: string, target: DemoTarget, act: Consequence, ground: Ground) {
  if ('message' in act) return replaySanction(scene, at, { ...act, ...ground, member_id: target.member_id })
  const action = await insertAction(scene, at, { ...aboutOf(target), ...ground, action: act.do })
  if (act.do === 'remove') await removeDemoText(scene, at, target, action)
  // Lets the approval's notification link to the published note.
  if (act.do === 'approve')
    await scene.db
      .updateTable('notifications')
      .set({ note_id: target.id })
      .where('case_id', '=', ground.case_id)
      .execute()
  return action
}

/** Removes content that nobody reported. */
export async function replayRemoval(scene: Scene, event: EventOf<'remove'>, at: string): Promise<void> {
  const target = scene.find(event.thing)
  const grounds = { ...groundsOf(scene, event), by: scene.memberId(event.by) }
  const action = await insertAction(scene, at, { ...aboutOf(target), ...grounds, action: 'remove' })
  if (event.as) scene.actions.set(event.as, action)
  await removeDemoText(scene, at, target, action)
}

function aboutOf({ kind, id, member_id, post_id }: DemoTarget) {
  return { kind, target_id: id, member_id, post_id }
}
