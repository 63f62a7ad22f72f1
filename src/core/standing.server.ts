import { ORPCError } from '@orpc/server'
import { waitText } from '../platform/http/rate.ts'
import { calendarDate } from '../ui/format/relative-time.ts'
import type { Sanction, Viewer } from './viewer.ts'

/** Throws 403 for suspended or warned members and accounts being deleted. Not called for GETs and `whileSuspended`. */
export function enforceStanding({ sanctions = [], leaving_at }: Viewer): void {
  // The viewer is cached, so a sanction may have ended meanwhile.
  const [sanction] = sanctions.filter(({ ends_at }) => ends_at === null || Date.parse(ends_at) > Date.now())
  if (sanction) throw sanctionError(sanction)
  if (leaving_at) throw new ORPCError('LEAVING', { status: 403, message: leavingInWords(leaving_at) })
}

function leavingInWords(at: string): string {
  return `Your account will be deleted on ${calendarDate(at)}. Until then you can read but not write. To keep your account, go to /settings/data.`
}

/** Returns the error for a sanction. `retry_after`: seconds until a rate limit allows the next write. */
export function sanctionError(sanction: Sanction, retry_after = 1): ORPCError<string, unknown> {
  const { id, kind, message, rule, per_day, ends_at, action_id } = sanction
  const appeal = `/appeal/${action_id}`
  const data = { sanction: { id, kind, message, rule, per_day, ends_at, action_id }, appeal }
  if (kind === 'suspension')
    return new ORPCError('SUSPENDED', { status: 403, message: suspensionInWords(sanction, appeal), data })
  if (kind === 'warning')
    return new ORPCError('WARNED', { status: 403, message: warningInWords(sanction), data })
  return new ORPCError('TOO_MANY_REQUESTS', {
    message: `Moderators have limited you to ${per_day} texts a day. Try again in ${waitText(retry_after)}.`,
    data: { ...data, retry_after },
  })
}

function suspensionInWords({ ends_at, rule }: Sanction, appeal: string): string {
  const until = ends_at ? `until ${calendarDate(ends_at)}` : 'permanently'
  return `You are suspended ${until}${rule ? ` (rule ${rule})` : ''}. You can read but not write. You can appeal at ${appeal}.`
}

function warningInWords({ rule }: Sanction): string {
  return `A moderator has warned you${rule ? ` (rule ${rule})` : ''}. Please read and acknowledge the warning to continue.`
}
