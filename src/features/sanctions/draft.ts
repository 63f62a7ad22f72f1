import type { Sanction } from '../../api/core/viewer.ts'

/** A sanction as it is typed. */
export interface SanctionDraft {
  kind: Sanction['kind']
  message: string
  /** A number, as typed. */
  perDay: string
  /** '' is for good. */
  days: string
}

export const NEW_DRAFT: SanctionDraft = { kind: 'warning', message: '', perDay: '5', days: '7' }

const DAY_MS = 24 * 60 * 60 * 1000

/** As an action of a decision takes it. */
export function decisionOf({ kind, message, perDay, days }: SanctionDraft) {
  const length = { message, days: days ? Number(days) : null }
  if (kind === 'warning') return { action: 'warn' as const, message }
  if (kind === 'approval') return { action: 'require_approval' as const, ...length }
  if (kind === 'suspension') return { action: 'suspend' as const, ...length }
  return { action: 'rate_limit' as const, ...length, per_day: Number(perDay) }
}

/** As the API takes it by itself. */
export function sanctionOf({ kind, message, perDay, days }: SanctionDraft, now = Date.now()) {
  return {
    kind,
    message,
    ...(kind === 'rate_limit' && { per_day: Number(perDay) }),
    ...(kind !== 'warning' && { ends: days ? new Date(now + Number(days) * DAY_MS).toISOString() : null }),
  }
}
