import { readFile } from 'node:fs/promises'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Community } from './community.ts'
import type { makeMessages } from './conversations.server.ts'
import { claim, decide, hide, hold, remove, report } from './moderation/cases.server.ts'
import type { EventOf, ModerationEvent } from './moderation/events.ts'
import * as people from './moderation/people.server.ts'
import * as posts from './moderation/posts.server.ts'
import * as sanctions from './moderation/sanctions.server.ts'
import { openScene, type Scene } from './moderation/scene.server.ts'

const DAY = 86_400_000

type Happening<Do extends ModerationEvent['do']> = (
  scene: Scene,
  event: EventOf<Do>,
  at: string,
) => Promise<void>

const HAPPENINGS: { [Do in ModerationEvent['do']]: Happening<Do> } = {
  report,
  hide,
  claim,
  hold,
  decide,
  remove,
  lock: posts.lock,
  pin: posts.pin,
  mark_duplicate: posts.markDuplicate,
  classify: posts.classify,
  edit: posts.edit,
  redact_revision: posts.redactRevision,
  redact_entry: posts.redactEntry,
  rate_limit: sanctions.limit,
  acknowledge: sanctions.acknowledge,
  appeal: sanctions.appeal,
  decide_appeal: sanctions.decideAppeal,
  vouch: people.vouch,
  note: people.note,
  mute: people.mute,
  block: people.block,
  invite: people.invite,
  block_domain: people.blockDomain,
  unblock_domain: people.unblockDomain,
}

/**
 * What members reported and moderators did in the demo community, one thing after the other, as if it had happened then. In the
 * transaction that made the community and what it was told (recordCommunity).
 */
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
    const happen = HAPPENINGS[event.do] as Happening<typeof event.do>
    await happen(scene, event as never, at)
    await stampNotifications(db, at)
  }
}

/** The database tells who is concerned, at the time of this transaction. */
async function stampNotifications(db: Transaction<DB>, at: string): Promise<void> {
  await sql`
    update notifications set id = pg_temp.demo_id(${at}, user_id || dedupe_key), created_at = ${at}
    where created_at = now()`.execute(db)
}
