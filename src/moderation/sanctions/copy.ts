import type { Sanction } from '../../core/viewer.ts'
import { localDate } from '../../ui/format/relative-time.ts'

export const SANCTION_KIND_NAMES = {
  warning: 'Warning',
  approval: 'Approval required',
  rate_limit: 'Rate limit',
  suspension: 'Suspension',
} as const satisfies Record<Sanction['kind'], string>

/** Returns a title such as "You’re suspended until 3 December 2026". */
export function suspendedTitle({ ends_at }: Pick<Sanction, 'ends_at'>): string {
  return `You’re suspended ${ends_at ? `until ${localDate(ends_at)}` : 'permanently'}`
}

/** Returns "until 3 December 2026" or, for a sanction without an end, "permanent". */
export function untilText({ ends_at }: Pick<Sanction, 'ends_at'>): string {
  return ends_at ? `until ${localDate(ends_at)}` : 'permanent'
}

export function appealHref({ action_id }: Pick<Sanction, 'action_id'>): string {
  return `/appeal/${action_id}`
}
