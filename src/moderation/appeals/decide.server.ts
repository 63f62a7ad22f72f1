import type { Transaction } from 'kysely'
import type { Context } from '../../core/context.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { recordAction } from '../record-action.server.ts'
import { isPassageRestorable, restorePassage } from '../redaction/redact.server.ts'
import { isRemovable, type Removable } from '../removal/policy.ts'
import { announceRemoval, restoreContent } from '../removal/remove.server.ts'
import { isErased, lockContent } from '../removal/sql.server.ts'
import { announceSanction, endLockedSanction, lockSanctionWithMember } from '../sanctions/sanction.server.ts'
import type { LockedSanction } from '../sanctions/sql.server.ts'
import type { Appeal } from './contract.ts'
import { closeAppeal, type LockedAppeal } from './sql.server.ts'

interface Decision {
  outcome: 'granted' | 'rejected'
  answer: string
  note: string
}

type Reversal = 'restored' | 'lifted' | 'none'
type AppealReversal = { reversal: 'restored' | 'none' } | { reversal: 'lifted'; sanction: LockedSanction }
type AfterCommit = (context: Context) => void | Promise<void>

interface AppealDecisionResult {
  appeal: Appeal
  reversal: Reversal
  afterCommit?: AfterCommit
}

/** Decides a locked appeal. Locks the content or sanction next and the log last, to avoid deadlocks. */
export async function resolveAppeal(
  trx: Transaction<DB>,
  viewer: Viewer,
  found: LockedAppeal,
  { outcome, answer, note }: Decision,
): Promise<AppealDecisionResult> {
  // Closes the appeal first, because the reversal closes all open appeals against the action.
  const appeal = await closeAppeal(trx, found, {
    outcome,
    answer: answer || null,
    note: note || null,
    by: viewer.id,
  })
  const entry = {
    by: viewer,
    member_id: found.member.id,
    kind: 'action',
    target_id: found.action_id,
    note,
    case_id: found.case_id,
  } as const
  if (outcome === 'rejected') {
    await recordAction(trx, { ...entry, action: 'reject_appeal' })
    return { appeal, reversal: 'none' }
  }
  const held = await holdReversal(trx, viewer, found)
  const part_of = await recordAction(trx, { ...entry, action: 'grant_appeal' })
  return { appeal, ...(await takeBack(trx, viewer, found, held, part_of)) }
}

/** Locks the removed content or the sanction. Returns 'none' if it has since been reversed or erased. */
async function holdReversal(
  trx: Transaction<DB>,
  viewer: Viewer,
  { action, action_id, kind, target_id }: LockedAppeal,
): Promise<AppealReversal> {
  if (action === 'redact_passage')
    return { reversal: (await isPassageRestorable(trx, viewer, action_id)) ? 'restored' : 'none' }
  if (action !== 'remove') {
    const sanction = await lockSanctionWithMember(trx, { action_id })
    return sanction && !sanction.is_lifted ? { reversal: 'lifted', sanction } : { reversal: 'none' }
  }
  if (!target_id || !isRemovable(kind)) return { reversal: 'none' }
  const held = await lockContent(trx, kind, target_id)
  const isThere = held?.removal_id === action_id && !(await isErased(trx, kind, target_id))
  return { reversal: isThere ? 'restored' : 'none' }
}

async function takeBack(
  trx: Transaction<DB>,
  viewer: Viewer,
  { action, action_id, case_id, kind, target_id }: LockedAppeal,
  held: AppealReversal,
  part_of: string,
): Promise<Omit<AppealDecisionResult, 'appeal'>> {
  const { reversal } = held
  if (reversal === 'none') return { reversal }
  if (reversal === 'lifted') {
    const acted = await endLockedSanction(trx, viewer, held.sanction, { part_of, case_id })
    return { reversal, afterCommit: (context) => announceSanction(context, acted) }
  }
  if (action === 'redact_passage') {
    const acted = await restorePassage(trx, viewer, { id: action_id, part_of, case_id })
    return { reversal, afterCommit: (context) => announceRemoval(context, acted) }
  }
  const thing = { kind: kind as Removable, id: target_id as string }
  const acted = await restoreContent(trx, viewer, { ...thing, part_of, case_id })
  return { reversal, afterCommit: (context) => announceRemoval(context, acted) }
}
