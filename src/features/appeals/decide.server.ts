import type { Transaction } from 'kysely'
import type { Context } from '../../api/core/context.server.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { recordAction } from '../moderation/record-action.server.ts'
import { REMOVABLE, type Removable } from '../removal/policy.ts'
import { announce, restoreThing } from '../removal/remove.server.ts'
import { holdContent, isErased } from '../removal/sql.server.ts'
import { announceSanction, endHeld, holdSanctionWithMember } from '../sanctions/sanction.server.ts'
import type { HeldSanction } from '../sanctions/sql.server.ts'
import type { Appeal } from './contract.ts'
import { obstacleToDeciding } from './policy.ts'
import { closeAppeal, type HeldAppeal, holdAppeal } from './sql.server.ts'

interface Decision {
  id: string
  outcome: 'granted' | 'rejected'
  answer: string
  note: string
}

type Reversal = 'restored' | 'lifted' | 'none'
/** What there is to take back, held. */
type Held = { reversal: 'restored' | 'none' } | { reversal: 'lifted'; sanction: HeldSanction }
type AfterCommit = (context: Context) => void | Promise<void>

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
    const held = await holdReversal(trx, found)
    const part_of = await recordAction(trx, {
      ...entry,
      action: 'grant_appeal',
      note,
      case_id: found.case_id,
    })
    return { answer: 'decided', found, appeal, ...(await takeBack(trx, viewer, found, held, part_of)) }
  })
}

/** What was taken back, deleted or erased meanwhile is nothing more. */
async function holdReversal(
  trx: Transaction<DB>,
  { action, action_id, kind, target_id }: HeldAppeal,
): Promise<Held> {
  if (action !== 'remove') {
    const sanction = await holdSanctionWithMember(trx, { action_id })
    return sanction && !sanction.is_lifted ? { reversal: 'lifted', sanction } : { reversal: 'none' }
  }
  if (!target_id || !isRemovable(kind)) return { reversal: 'none' }
  const held = await holdContent(trx, kind, target_id)
  const isThere = held?.removal_id === action_id && !(await isErased(trx, kind, target_id))
  return { reversal: isThere ? 'restored' : 'none' }
}

async function takeBack(
  trx: Transaction<DB>,
  viewer: Viewer,
  { case_id, kind, target_id }: HeldAppeal,
  held: Held,
  part_of: string,
): Promise<{ reversal: Reversal; afterCommit?: AfterCommit }> {
  const { reversal } = held
  if (reversal === 'none') return { reversal }
  if (reversal === 'lifted') {
    const acted = await endHeld(trx, viewer, held.sanction, { part_of, case_id })
    return { reversal, afterCommit: (context) => announceSanction(context, acted) }
  }
  const thing = { kind: kind as Removable, id: target_id as string }
  const acted = await restoreThing(trx, viewer, { ...thing, part_of, case_id })
  return { reversal, afterCommit: (context) => announce(context, acted) }
}

function isRemovable(kind: string): kind is Removable {
  return (REMOVABLE as readonly string[]).includes(kind)
}
