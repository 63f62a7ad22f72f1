import { sql } from 'kysely'
import { APPEAL_WEIGHT } from '../../../moderation/appeals/policy.ts'
import { appealSnapshot } from '../../../moderation/appeals/sql.server.ts'
import { demoId } from '../random.ts'
import type { EventOf } from './events.ts'
import { daysAfter, groundsOf, insertAction, type Scene } from './scene.server.ts'

interface SanctionReplay {
  do: keyof typeof KINDS
  member_id: string
  by: string
  message: string
  /** Duration in days. The sanction is permanent if null. */
  days?: number | null
  per_day?: number
  rule: string | null
  reason: string | null
  note: string | null
  case_id?: string
  part_of?: string | null
}

const KINDS = {
  warn: 'warning',
  require_approval: 'approval',
  rate_limit: 'rate_limit',
  suspend: 'suspension',
} as const

/** Inserts the same rows as addSanction(), and the member's notification. */
export async function replaySanction(scene: Scene, at: string, sanctioning: SanctionReplay): Promise<string> {
  const { db } = scene
  const { do: action, message, days = null, per_day = null, member_id, ...entry } = sanctioning
  const ends_at = days === null ? null : daysAfter(at, days)
  const about = { kind: 'member', member_id, target_id: member_id, ends_at } as const
  const details = { message, ...(per_day !== null && { per_day }) }
  const action_id = await insertAction(scene, at, { ...entry, ...about, action, details })
  // Marks an expired sanction as lifted, because a member can only have one unlifted sanction of each kind.
  await sql`
    with over as (
      update sanctions set lifted_at = ends_at
      where member_id = ${member_id} and kind = ${KINDS[action]} and ends_at <= ${at} and lifted_at is null returning id)
    delete from notifications where sanction_id in (select id from over)`.execute(db)
  const id = demoId(new Date(at), `sanction ${member_id} ${action}`)
  await db
    .insertInto('sanctions')
    .values({ id, member_id, kind: KINDS[action], message, per_day, action_id, starts_at: at, ends_at })
    .execute()
  const told = { user_id: member_id, type: 'sanction', sanction_id: id, dedupe_key: `sanction:${id}` }
  await db.insertInto('notifications').values(told).execute()
  return action_id
}

export async function replayRateLimit(scene: Scene, event: EventOf<'rate_limit'>, at: string): Promise<void> {
  const { message, days, per_day } = event
  const [member_id, by] = [scene.memberId(event.member), scene.memberId(event.by)]
  const grounds = groundsOf(scene, event)
  await replaySanction(scene, at, { do: 'rate_limit', member_id, by, message, days, per_day, ...grounds })
}

export async function replayAcknowledgement(
  scene: Scene,
  event: EventOf<'acknowledge'>,
  at: string,
): Promise<void> {
  await sql`
    update sanctions set acknowledged_at = ${at}
    where member_id = ${scene.memberId(event.member)} and kind = 'warning' and acknowledged_at is null`.execute(
    scene.db,
  )
}

/** Inserts the same rows as insertAppeal(). */
export async function replayAppeal(scene: Scene, event: EventOf<'appeal'>, at: string): Promise<void> {
  const actionId = scene.actions.get(event.against) as string
  const case_id = demoId(new Date(at), `case ${actionId}`)
  await sql`
    with opened as (
      insert into moderation_cases (id, source, kind, target_id, member_id, created_at, weight, snapshot)
      select ${case_id}, 'appeal', 'action', a.id, a.member_id, ${at}, ${APPEAL_WEIGHT}, ${appealSnapshot}
      from moderation_actions a where a.id = ${actionId}
      returning id, target_id, member_id)
    insert into appeals (id, action_id, member_id, words, case_id, created_at)
    select ${demoId(new Date(at), `appeal ${actionId}`)}, target_id, member_id, ${event.words}, id, ${at} from opened`.execute(
    scene.db,
  )
}

/** Inserts the same rows as appeals/decide.server.ts. Supports appeals against removals only. */
export async function replayAppealDecision(
  scene: Scene,
  event: EventOf<'decide_appeal'>,
  at: string,
): Promise<void> {
  const { db } = scene
  const actionId = scene.actions.get(event.against) as string
  const { outcome, answer, note = null } = event
  const by = scene.memberId(event.by)
  const { case_id, member_id } = await db
    .updateTable('appeals')
    .set({ outcome, answer, decided_at: at })
    .where('action_id', '=', actionId)
    .returning(['case_id', 'member_id'])
    .executeTakeFirstOrThrow()
  const closing = { closed_at: at, closed_by: by, note } as const
  await db
    .updateTable('moderation_cases')
    .set({ ...closing, outcome: outcome === 'granted' ? 'upheld' : 'rejected' })
    .where('id', '=', case_id)
    .execute()
  const entry = { by, member_id, kind: 'action', target_id: actionId, note, case_id } as const
  const action = outcome === 'granted' ? 'grant_appeal' : 'reject_appeal'
  const part_of = await insertAction(scene, at, { ...entry, action })
  if (outcome === 'granted') await restore(scene, at, actionId, { by, case_id, part_of })
}

async function restore(
  scene: Scene,
  at: string,
  reverts: string,
  entry: { by: string; case_id: string; part_of: string },
): Promise<void> {
  const { kind, target_id, member_id, post_id } = await scene.db
    .selectFrom('moderation_actions')
    .select(['kind', 'target_id', 'member_id', 'post_id'])
    .where('id', '=', reverts)
    .executeTakeFirstOrThrow()
  const about = { kind, target_id, member_id, post_id, reverts }
  const id = await insertAction(scene, at, { ...entry, ...about, action: 'restore' })
  await sql`select restore_content(${kind}, ${target_id}, ${id})`.execute(scene.db)
}
