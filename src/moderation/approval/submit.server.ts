import { ORPCError } from '@orpc/server'
import type { Kysely } from 'kysely'
import type { Context } from '../../core/context.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { newId } from '../../platform/ids.ts'
import { findHeldWords } from '../../shared/watched-words/screen.server.ts'
import { publishToStaff } from '../staff.server.ts'
import { type HoldReason, NOT_APPROVED, type Submission, type SubmittedKind } from './policy.ts'
import type { Publisher, SubmissionPayload } from './publishers.server.ts'
import { forgetSubmission, reasonsToHold } from './reasons.server.ts'
import { findPending, insertPending, withdrawPending } from './sql.server.ts'

interface SubmissionInput {
  kind: SubmittedKind
  id: string | undefined
  payload: SubmissionPayload
  publish: Publisher
  /** The content without tags, if the content is HTML. */
  text?: string
  /** Value of a form field that is hidden from people, so that only bots fill it in (honeypot). */
  website: string | undefined
}

type SubmitContext = Context & { viewer: Viewer }

interface SubmissionResult {
  id: string
  pending?: { reasons: HoldReason[] }
}

/**
 * Publishes a text, or stores it for approval. Idempotent by id: repeating a request returns the same result,
 * and an edited text replaces the pending one. Returns undefined if the id is taken. Throws database
 * constraint errors.
 */
export async function submitContent(
  context: SubmitContext,
  submitted: SubmissionInput,
): Promise<SubmissionResult | undefined> {
  const { kind, payload, website } = submitted
  const sent = submitted.id ? await findSent(context, submitted, submitted.id) : undefined
  if (sent && (sent.answer || !sent.isOwn)) return sent.answer
  const isEdited = sent !== undefined
  const id = submitted.id ?? newId()
  const words = { title: payload.title ?? null, content: submitted.text ?? payload.content }
  const submission = { kind, id, title: words.title, content: payload.content, hidden_field: website }
  const watched = await findHeldWords(context, payload)
  const reasons = [
    ...(await reasonsToHold(context, submission)),
    ...(watched.length > 0 ? (['watched_word'] as const) : []),
  ]
  try {
    if (reasons.length > 0)
      return await hold(context, { ...submitted, id }, { reasons, watched, words, isEdited })
    const published = await publishAtOnce(context, { ...submitted, id })
    if (isEdited) await withdraw(context, kind, id)
    return published
  } catch (error) {
    await forgetSubmission(context, submission)
    throw error
  }
}

interface HoldInput {
  reasons: HoldReason[]
  /** The watched words in the text, for moderators. */
  watched: string[]
  words: Pick<Submission, 'title' | 'content'>
  /** Whether an earlier version of the text awaits approval. */
  isEdited: boolean
}

async function hold(
  context: SubmitContext,
  submitted: SubmissionInput & { id: string },
  { reasons, watched, words, isEdited }: HoldInput,
): Promise<SubmissionResult | undefined> {
  const { db, viewer } = context
  const { kind, id, payload, publish } = submitted
  const author_id = viewer.id
  // Publishes the text and rolls back. A text that the database rejects is thus refused before approval.
  const rehearsed = await rehearse(db, (trx) => publish(trx, { id, author_id, payload }))
  if (!rehearsed?.isNew) return rehearsed && { id: rehearsed.id }
  if (isEdited) await withdraw(context, kind, id)
  const held = await insertPending(db, { kind, id, author_id, payload, reasons, watched, words })
  if (!held) return (await findSent(context, submitted, id))?.answer
  await publishToStaff(context, held.case_id)
  return { id, pending: { reasons } }
}

async function publishAtOnce(
  context: SubmitContext,
  { id, payload, publish }: SubmissionInput,
): Promise<SubmissionResult | undefined> {
  const published = await publish(context.db, { id, author_id: context.viewer.id, payload })
  await published?.announce(context)
  return published && { id: published.id }
}

/** Finds the pending text with this id. `answer` is the response to a repeated request with the same text. */
async function findSent({ db, viewer }: SubmitContext, { kind, payload }: SubmissionInput, id: string) {
  const known = await findPending(db, { kind, id }, payload)
  if (!known) return undefined
  if (known.author_id !== viewer.id) return { isOwn: false, answer: undefined }
  if (known.is_decided) throw new ORPCError('CONFLICT', { message: NOT_APPROVED })
  const answer = known.is_same ? { id, pending: { reasons: known.reasons } } : undefined
  return { isOwn: true, answer }
}

/** Deletes the earlier version of an edited pending text, and notifies moderators. */
async function withdraw(context: SubmitContext, kind: SubmittedKind, id: string): Promise<void> {
  const withdrawn = await withdrawPending(context.db, context.viewer.id, { kind, id })
  if (withdrawn) await publishToStaff(context, withdrawn.case_id)
}

class Rehearsed extends Error {}

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
