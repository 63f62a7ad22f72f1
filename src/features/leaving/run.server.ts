import type { Transaction } from 'kysely'
import { invalidate } from '../../api/core/context.server.ts'
import type { DB } from '../../db/types.ts'
import { SESSIONS_CHANNEL } from '../accounts/session/session-cache.server.ts'
import { NAMES } from '../authors/tags.server.ts'
import { discardPicture } from '../profiles/avatar.server.ts'
import { type Aftermath, type Announcing, announceBatch } from './aftermath.server.ts'
import { advance, clearTraces, deleteAccount, holdProfile, type Leaver, takeLeaver } from './sql.server.ts'
import { rest, traces } from './traces.server.ts'
import { words } from './words.server.ts'

type Step = (trx: Transaction<DB>, leaver: Leaver) => Promise<Aftermath>

/** What they did before what they wrote: votes are taken back from things that stand. */
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
  /** The account is gone; the address of its picture. */
  gone?: { avatarUrl: string | null }
}

/**
 * Takes a member out, batch by batch, each a transaction with what it has done: whoever takes it up after a crash finds what is
 * left. Nothing where another process is at it, or there is nobody who leaves.
 */
export async function takeOut(services: Announcing, id: string): Promise<void> {
  for (;;) {
    const batch = await services.db.transaction().execute((trx) => doBatch(trx, id))
    if (!batch) return
    await announceBatch(services, id, batch.after)
    if (batch.gone) return announceLeft(services, id, batch.gone.avatarUrl)
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

/** What somebody began before the account was closed may have come in since: it is looked for once more. */
async function finish(trx: Transaction<DB>, leaver: Leaver): Promise<Aftermath | undefined> {
  await holdProfile(trx, leaver.id)
  const late = await doStep(trx, leaver)
  if (late) return late
  await clearTraces(trx, leaver.id)
  await deleteAccount(trx, leaver.id)
  return undefined
}

async function announceLeft(services: Announcing, id: string, avatarUrl: string | null): Promise<void> {
  invalidate(services, `profile:${id}`, NAMES, 'moderation-log')
  services.bus.publish(SESSIONS_CHANNEL, [id])
  if (avatarUrl) await discardPicture(services, avatarUrl)
}
