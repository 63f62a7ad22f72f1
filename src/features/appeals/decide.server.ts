import type { Transaction } from 'kysely'
import type { Context } from '../../api/core/context.server.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { recordAction } from '../moderation/record-action.server.ts'
import { REMOVABLE, type Removable } from '../removal/policy.ts'
import { announce, restoreThing } from '../removal/remove.server.ts'
import { holdContent, isErased } from '../removal/sql.server.ts'
import type { Appeal } from './contract.ts'
import { holdSanction, liftSanction } from './lift-sanction.server.ts'
import { obstacleToDeciding } from './policy.ts'
import { closeAppeal, type HeldAppeal, holdAppeal } from './sql.server.ts'

interface Decision {
  id: string
  outcome: 'granted' | 'rejected'
  answer: string
  note: string
}

type Reversal = 'restored' | 'lifted' | 'none'
type AfterCommit = (context: Context) => Promise<void>

type Done =
  | { answer: 'missing' }
  | { answer: 'refused'; message: string }
  | { answer: 'decided before'; found: HeldAppeal }
  | { answer: 'decided'; found: HeldAppeal; appeal: Appeal; reversal: Reversal; afterCommit?: AfterCommit }

/**
 * Decides an appeal, and takes back what it is against, in one transaction. The case is held first, then the thing, and the
 * log comes last (record-action.server.ts): of several decisions at once the first counts, and none waits in a circle.
 */
export function decide({ db }: Pick<Context, 'db'>, viewer: Viewer, decision: Decision): Promise<Done> {
  return db.transaction().execute(async (trx): Promise<Done> => {
    const found = await holdAppeal(trx, viewer.id, decision.id)
    if (!found) return { answer: 'missing' }
    const message = obstacleToDeciding(viewer, found)
    if (message) return { answer: 'refused', message }
    if (found.outcome) return { answer: 'decided before', found }
    const note = decision.note || null
    // Closed before it is acted on: what is taken back closes appeals that are still open.
    const appeal = await closeAppeal(trx, found, {
      outcome: decision.outcome,
      answer: decision.answer || null,
      note,
      by: viewer.id,
    })
    const entry = {
      by: viewer,
      member_id: found.member.id,
      kind: 'action',
      target_id: found.action_id,
    } as const
    if (decision.outcome === 'rejected') {
      await recordAction(trx, { ...entry, action: 'reject_appeal', note, case_id: found.case_id })
      return { answer: 'decided', found, appeal, reversal: 'none' }
    }
    const reversal = await holdReversal(trx, found)
    const part_of = await recordAction(trx, {
      ...entry,
      action: 'grant_appeal',
      note,
      case_id: found.case_id,
    })
    return { answer: 'decided', found, appeal, ...(await takeBack(trx, viewer, found, reversal, part_of)) }
  })
}

/** What there is to take back, held. What was taken back, deleted or erased meanwhile is nothing more. */
async function holdReversal(
  trx: Transaction<DB>,
  { action, action_id, kind, target_id }: HeldAppeal,
): Promise<Reversal> {
  if (action !== 'remove') return (await holdSanction(trx, action_id)) ? 'lifted' : 'none'
  if (!target_id || !isRemovable(kind)) return 'none'
  const held = await holdContent(trx, kind, target_id)
  if (held?.removal_id !== action_id || (await isErased(trx, kind, target_id))) return 'none'
  return 'restored'
}

async function takeBack(
  trx: Transaction<DB>,
  viewer: Viewer,
  { action_id, case_id, member, kind, target_id }: HeldAppeal,
  reversal: Reversal,
  part_of: string,
): Promise<{ reversal: Reversal; afterCommit?: AfterCommit }> {
  if (reversal === 'lifted')
    await liftSanction(trx, viewer, { action_id, member_id: member.id, part_of, case_id })
  if (reversal !== 'restored') return { reversal }
  const thing = { kind: kind as Removable, id: target_id as string }
  const acted = await restoreThing(trx, viewer, { ...thing, part_of, case_id })
  return { reversal, afterCommit: (context) => announce(context, acted) }
}

function isRemovable(kind: string): kind is Removable {
  return (REMOVABLE as readonly string[]).includes(kind)
}
