import { ORPCError } from '@orpc/server'
import type { Kysely } from 'kysely'
import type { Context } from '../../api/core/context.server.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { newId } from '../../platform/ids.ts'
import { publishToStaff } from '../moderation/staff.server.ts'
import type { HoldReason, SubmittedKind } from './policy.ts'
import { type Payload, publisherOf } from './publishers.server.ts'
import { reasonsToHold, rememberHeld } from './reasons.server.ts'
import { findPending, insertPending } from './sql.server.ts'
import { NOT_APPROVED } from './words.ts'

interface Submitted {
  kind: SubmittedKind
  /** As the sender chose it. */
  id: string | undefined
  payload: Payload
  /** Of content with tags: the words alone. */
  text?: string
  facts: { elapsed_ms?: number | undefined; website?: string | undefined }
}

type Asked = Context & { viewer: Viewer }

interface Answer {
  id: string
  pending?: { reasons: HoldReason[] }
}

/**
 * Publishes what a member sends, or holds it for a moderator. Sent again with the same id it stays one thing, and the answer is
 * the same; undefined where something else has the id. Throws as the database refuses.
 */
export async function submit(context: Asked, submitted: Submitted): Promise<Answer | undefined> {
  const { db, viewer } = context
  const { kind, payload, facts } = submitted
  const sent = submitted.id && (await answerSent(context, submitted, submitted.id))
  if (sent) return sent.answer
  const id = submitted.id ?? newId()
  const words = { title: payload.title ?? null, content: submitted.text ?? payload.content }
  const { elapsed_ms, website: hidden_field } = facts
  // What is looked at has the addresses of links, which the words alone have not.
  const submission = { kind, id, title: words.title, content: payload.content, elapsed_ms, hidden_field }
  const reasons = await reasonsToHold(context, submission)
  if (reasons.length === 0) return publish(context, submitted)
  const author_id = viewer.id
  // What could not be published, as on a locked post, is not held either: it is refused in the same words.
  const rehearsed = await rehearse(db, (trx) => publisherOf(kind)(trx, { id, author_id, payload }))
  if (!rehearsed?.isNew) return rehearsed && { id: rehearsed.id }
  const held = await db.transaction().execute(async (trx) => {
    await rememberHeld(trx, context, submission)
    return insertPending(trx, { kind, id, author_id, payload, reasons, words })
  })
  if (!held) return (await answerSent(context, submitted, id))?.answer
  await publishToStaff(context, held.case_id)
  return { id, pending: { reasons } }
}

async function publish(context: Asked, { kind, id, payload }: Submitted): Promise<Answer | undefined> {
  const published = await publisherOf(kind)(context.db, { id, author_id: context.viewer.id, payload })
  await published?.announce(context)
  return published && { id: published.id }
}

/** To what was held before; undefined where nothing of this id was. */
async function answerSent({ db, viewer }: Asked, { kind, payload }: Submitted, id: string) {
  const known = await findPending(db, { kind, id }, payload)
  if (!known) return undefined
  if (known.author_id !== viewer.id) return { answer: undefined }
  if (known.is_decided) throw new ORPCError('CONFLICT', { message: NOT_APPROVED })
  return { answer: known.is_same ? { id, pending: { reasons: known.reasons } } : undefined }
}

class Rehearsed extends Error {}

/** Does it and takes all of it back. Throws what it throws. */
async function rehearse<Done>(db: Kysely<DB>, act: (trx: Kysely<DB>) => Promise<Done>): Promise<Done> {
  let done: Done | undefined
  try {
    await db.transaction().execute(async (trx) => {
      done = await act(trx)
      throw new Rehearsed()
    })
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error
  }
  return done as Done
}
