import type { Transaction } from 'kysely'
import { SESSIONS_CHANNEL } from '../../accounts/session/session-cache.server.ts'
import { invalidate } from '../../core/context.server.ts'
import type { DB } from '../../db/types.ts'
import { discardPicture } from '../../people/profiles/avatar.server.ts'
import { NAMES } from '../../shared/authors/tags.server.ts'
import { type Aftermath, type Announcing, announceBatch } from './aftermath.server.ts'
import { advance, clearTraces, deleteAccount, holdProfile, type Leaver, takeLeaver } from './sql.server.ts'
import { rest, traces } from './traces.server.ts'
import { words } from './words.server.ts'

type Step = (trx: Transaction<DB>, leaver: Leaver) => Promise<Aftermath>

/** Votes first, because undoing them requires the content they were cast on. */
const STEPS: Step[] = [
  traces.votes,
  traces.likes,
  traces.follows,
  traces.followers,
  traces.messages,
  traces.formerMessages,
  words.comments,
  words.notes,
  words.posts,
  ...rest,
]

interface Batch {
  after: Aftermath
  /** Set once the account is deleted. */
  gone?: Leaver
}

/** Deletes a member in batches of one transaction, so that a crash loses nothing. Skips one held by another process. */
export async function takeOut(services: Announcing, id: string): Promise<void> {
  for (;;) {
    const batch = await services.db.transaction().execute((trx) => doBatch(trx, id))
    if (!batch) return
    await announceBatch(services, id, batch.after)
    if (batch.gone) return announceLeft(services, batch.gone)
  }
}

async function doBatch(trx: Transaction<DB>, id: string): Promise<Batch | undefined> {
  const leaver = await takeLeaver(trx, id)
  if (!leaver) return undefined
  const after = (await doStep(trx, leaver)) ?? (await finish(trx, leaver))
  if (!after) return { after: { count: 0 }, gone: leaver }
  await advance(trx, id, after.count)
  return { after }
}

async function doStep(trx: Transaction<DB>, leaver: Leaver): Promise<Aftermath | undefined> {
  for (const step of STEPS) {
    const after = await step(trx, leaver)
    if (after.count > 0) return after
  }
  return undefined
}

/** Locks the profile and runs all steps again: writes begun before the account was closed may have committed since. */
async function finish(trx: Transaction<DB>, leaver: Leaver): Promise<Aftermath | undefined> {
  await holdProfile(trx, leaver.id)
  const late = await doStep(trx, leaver)
  if (late) return late
  await clearTraces(trx, leaver.id)
  await deleteAccount(trx, leaver.id)
  return undefined
}

async function announceLeft(services: Announcing, { id, avatar_url }: Leaver): Promise<void> {
  invalidate(services, `profile:${id}`, NAMES, 'moderation-log')
  services.bus.publish(SESSIONS_CHANNEL, [id])
  if (avatar_url) await discardPicture(services, avatar_url)
}
