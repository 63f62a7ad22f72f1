import type { RateLimit } from '../../core/rate-limited.ts'
import type { Role, Viewer } from '../../core/viewer.ts'
import { obstacleToDeciding } from '../../moderation/appeals/policy.ts'
import { mayActOn } from '../../moderation/policy.ts'
import { REPORTED_KINDS } from '../../moderation/reports/policy.ts'

/** Kinds of subjects of a case. `action` means an appeal against a moderation action. */
export const CASE_KINDS = [...REPORTED_KINDS, 'action'] as const
export type CaseKind = (typeof CASE_KINDS)[number]

export const CASE_PAGE = 20
/** Minutes for which a moderator who opens a case claims it, if their page doesn't renew the claim. */
export const CLAIM_MINUTES = 15
/** Maximum cases in a decision for several cases. */
export const CASES_MAX = 100
/** Maximum domains of a case's links in the list of cases. */
export const DOMAINS_MAX = 10
/** Characters of a text in which the list of cases looks for links. */
export const LINKS_READ = 5000
/** Maximum moderators to whom a case can be assigned. */
export const MODERATORS_MAX = 100
/** Limits of notes on a case, the same as in db/schema/moderation.sql. With its notes, a case fits into a response. */
export const CASE_NOTES_MAX = 50
export const CASE_NOTE_LIMIT = 1000
export const CASE_NOT_FOUND = 'Case not found.'

/** Allows a moderator with a long queue to decide one case every five seconds. */
export const QUEUE_RATE_LIMIT: RateLimit = {
  name: 'moderation queue',
  account: { times: 120, seconds: 600 },
  address: { times: 600, seconds: 600 },
}

/** Maximum characters of the excerpt in the list of cases. */
export const EXCERPT = 200

interface DisputedCase {
  kind: CaseKind
  member: { id: string } | null
  member_roles: readonly Role[]
  is_reporter: boolean
  is_own_action: boolean
}

/** Returns the reason why the viewer may not decide the case, or null if they may. */
export function findDecisionObstacle(viewer: Viewer, disputed: DisputedCase): string | null {
  if (disputed.kind === 'action') return obstacleToDeciding(viewer, disputed)
  const { member, member_roles, is_reporter } = disputed
  if (is_reporter) return 'You reported this, so someone else must decide.'
  if (!mayActOn(viewer, member && { id: member.id, roles: member_roles }))
    return 'The author’s role isn’t lower than yours. Someone with a higher role must decide.'
  return null
}
