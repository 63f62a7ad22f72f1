import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../../db/types.ts'
import { setBlock, setMute } from '../../people/mutes/sql.server.ts'
import type { Community } from './community.ts'
import {
  replayClaim,
  replayDecision,
  replayHide,
  replayHold,
  replayRemoval,
  replayReport,
} from './moderation/cases.server.ts'
import type { EventOf, ModerationEvent } from './moderation/events.ts'
import * as posts from './moderation/posts.server.ts'
import * as sanctions from './moderation/sanctions.server.ts'
import { daysAfter, insertAction, openScene, type Scene } from './moderation/scene.server.ts'
import { demoId } from './random.ts'
import type { makeMessages } from './sources.server.ts'

const DAY = 86_400_000

type ReplayEvent<Do extends ModerationEvent['do']> = (
  scene: Scene,
  event: EventOf<Do>,
  at: string,
) => Promise<void>

const HAPPENINGS: { [Do in ModerationEvent['do']]: ReplayEvent<Do> } = {
  report: replayReport,
  hide: replayHide,
  claim: replayClaim,
  hold: replayHold,
  decide: replayDecision,
  remove: replayRemoval,
  lock: posts.replayLock,
  pin: posts.replayPin,
  mark_duplicate: posts.replayDuplicate,
  classify: posts.replayClassification,
  edit: posts.replayEdit,
  redact_revision: posts.replayRevisionRedaction,
  redact_entry: posts.replayEntryRedaction,
  rate_limit: sanctions.replayRateLimit,
  acknowledge: sanctions.replayAcknowledgement,
  appeal: sanctions.replayAppeal,
  decide_appeal: sanctions.replayAppealDecision,
  vouch: vouch,
  note: note,
  mute: mute,
  block: block,
  invite: invite,
  block_domain: blockDomain,
  unblock_domain: unblockDomain,
}

/** Creates past reports and moderation in chronological order. Runs in recordCommunity()'s transaction. */
export async function moderateCommunity(
  db: Transaction<DB>,
  community: Community,
  messages: Awaited<ReturnType<typeof makeMessages>>,
  anchor: Date,
): Promise<void> {
  const scene = await openScene(db, community, messages, anchor)
  const events: ModerationEvent[] = JSON.parse(
    await readFile(new URL('moderation/events.json', import.meta.url), 'utf8'),
  )
  for (const event of events.sort((one, other) => other.days_ago - one.days_ago)) {
    const at = new Date(anchor.getTime() - event.days_ago * DAY).toISOString()
    const happen = HAPPENINGS[event.do] as ReplayEvent<typeof event.do>
    await happen(scene, event as never, at)
    await stampNotifications(db, at)
  }
}

/** Sets the time of notifications, because triggers created them with the current time. */
async function stampNotifications(db: Transaction<DB>, at: string): Promise<void> {
  await sql`
    update notifications set id = pg_temp.demo_id(${at}, user_id || dedupe_key), created_at = ${at}
    where created_at = now()`.execute(db)
}

async function vouch(scene: Scene, { member, by }: EventOf<'vouch'>, at: string): Promise<void> {
  const id = scene.memberId(member)
  await scene.db.updateTable('profiles').set({ established_at: at }).where('id', '=', id).execute()
  const about = { kind: 'member', member_id: id, target_id: id } as const
  await insertAction(scene, at, { ...about, action: 'vouch', by: scene.memberId(by) })
}

async function note(scene: Scene, { member, by, text }: EventOf<'note'>, at: string): Promise<void> {
  const id = demoId(new Date(at), `member note ${member} ${text}`)
  const [member_id, author_id] = [scene.memberId(member), scene.memberId(by)]
  await scene.db
    .insertInto('member_notes')
    .values({ id, member_id, author_id, text, created_at: at })
    .execute()
}

async function mute(scene: Scene, { by, whom }: EventOf<'mute'>, at: string): Promise<void> {
  await setMute(scene.db, scene.memberId(by), scene.memberId(whom), true)
  await sql`update mutes set created_at = ${at} where created_at = now()`.execute(scene.db)
}

async function block(scene: Scene, { by, whom }: EventOf<'block'>, at: string): Promise<void> {
  await setBlock(scene.db, scene.memberId(by), scene.memberId(whom), true)
  await sql`update blocks set created_at = ${at} where created_at = now()`.execute(scene.db)
}

/** Creates an invite whose link can't be used, because its digest belongs to no known token. */
async function invite(scene: Scene, event: EventOf<'invite'>, at: string): Promise<void> {
  const { by, note, uses, ends_days_ago, joined } = event
  const id = demoId(new Date(at), `invite ${note}`)
  const created_by = scene.memberId(by)
  const token_hash = createHash('sha256').update(randomBytes(24)).digest('hex')
  const ends_at = daysAfter(scene.anchor.toISOString(), -ends_days_ago)
  await scene.db
    .insertInto('invites')
    .values({ id, token_hash, note, uses, used: joined.length, ends_at, created_by, created_at: at })
    .execute()
  if (joined.length === 0) return
  await scene.db
    .updateTable('users')
    .set({ invite_id: id, invited_by: created_by })
    .where('id', 'in', joined.map(scene.memberId))
    .execute()
}

async function blockDomain(scene: Scene, event: EventOf<'block_domain'>, at: string): Promise<void> {
  const { domain, reason, as } = event
  const by = scene.memberId(event.by)
  const action_id = await insertAction(scene, at, {
    ...ABOUT_DOMAIN,
    ...{ action: 'block_domain', by, reason, details: { domain } },
  })
  await scene.db
    .insertInto('blocked_domains')
    .values({ domain, reason, added_by: by, created_at: at, action_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (as) scene.actions.set(as, action_id)
}

async function unblockDomain(scene: Scene, event: EventOf<'unblock_domain'>, at: string): Promise<void> {
  const { domain, by, of } = event
  await scene.db.deleteFrom('blocked_domains').where('domain', '=', domain).execute()
  const entry = { by: scene.memberId(by), details: { domain }, reverts: scene.actions.get(of) as string }
  await insertAction(scene, at, { ...ABOUT_DOMAIN, ...entry, action: 'unblock_domain' })
}

const ABOUT_DOMAIN = { kind: 'domain', member_id: null, target_id: null } as const
