import { ORPCError } from '@orpc/server'
import type { Transaction } from 'kysely'
import { endSessions } from '../../accounts/security/sql.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { recordAction } from '../record-action.server.ts'
import { addSanction, type SanctionResult as Sanctioned } from '../sanctions/sanction.server.ts'
import { lockMemberWrites } from '../sanctions/sql.server.ts'
import type { Purge } from './contract.ts'
import {
  NOT_PURGED,
  NOTHING_TO_PURGE,
  PURGE_ERASED,
  PURGE_RUNNING,
  type PurgeCounts,
  sumPurgeCounts,
} from './policy.ts'
import {
  countPurgeable,
  hasRunningPurge,
  insertPurge,
  lockLatestPurge,
  startPurgeUndo,
} from './sql.server.ts'

interface PurgeGrounds {
  /** The broken rule in the form that the log stores, such as “2. Be kind”. */
  rule?: string | undefined
  reason: string
  note: string
}

interface PurgeInput extends PurgeGrounds {
  member_id: string
  suspension?: { message: string; days: number | null } | undefined
}

interface PurgeStart {
  counts: PurgeCounts
  purge: Purge
  sanctioned?: Sanctioned
}

/** Records a purge for a background job and ends the member's sessions. Locks the member before counting. */
export async function beginPurge(
  trx: Transaction<DB>,
  viewer: Viewer,
  given: PurgeInput,
): Promise<PurgeStart> {
  const { member_id, suspension, ...grounds } = given
  await lockMemberWrites(trx, member_id)
  if (await hasRunningPurge(trx, member_id)) throw new ORPCError('CONFLICT', { message: PURGE_RUNNING })
  const counts = await countPurgeable(trx, member_id)
  const total = sumPurgeCounts(counts)
  if (total === 0) throw new ORPCError('CONFLICT', { message: NOTHING_TO_PURGE })
  const about = { by: viewer, member_id, kind: 'member', target_id: member_id } as const
  const id = await recordAction(trx, {
    ...about,
    ...grounds,
    rule: grounds.rule ?? null,
    action: 'purge',
    details: { counts },
  })
  // The suspension is logged as part of the purge, so that the log shows a single entry.
  const sanctioned = suspension && (await suspend(trx, viewer, given, suspension, id))
  const purge = await insertPurge(trx, { id, member_id, counts, total })
  await endSessions(trx, member_id, undefined)
  return { counts, purge, ...(sanctioned && { sanctioned }) }
}

function suspend(
  trx: Transaction<DB>,
  viewer: Viewer,
  { member_id, rule, reason }: PurgeInput,
  { message, days }: { message: string; days: number | null },
  part_of: string,
): Promise<Sanctioned> {
  const ends_at = days === null ? null : new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString()
  return addSanction(trx, viewer, { member_id, kind: 'suspension', message, ends_at, rule, reason, part_of })
}

/** Records that the member's latest purge will be undone. A job restores the content. */
export async function beginUndoing(
  trx: Transaction<DB>,
  viewer: Viewer,
  { member_id, reason, note }: Omit<PurgeGrounds, 'rule'> & { member_id: string },
): Promise<Purge> {
  const held = await lockLatestPurge(trx, member_id)
  if (held?.state === 'purging' || held?.state === 'restoring')
    throw new ORPCError('CONFLICT', { message: PURGE_RUNNING })
  if (held?.state !== 'purged') throw new ORPCError('CONFLICT', { message: NOT_PURGED })
  if (held.is_erased) throw new ORPCError('CONFLICT', { message: PURGE_ERASED })
  const undoId = await recordAction(trx, {
    reason,
    note,
    action: 'undo_purge',
    by: viewer,
    member_id,
    kind: 'member',
    target_id: member_id,
    reverts: held.id,
  })
  return startPurgeUndo(trx, held.id, undoId)
}
