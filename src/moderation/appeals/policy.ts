import type { Role, Viewer } from '../../core/viewer.ts'
import { mayActOn } from '../policy.ts'

/** Maximum characters of an appeal and of a moderator's answer to it. */
export const APPEAL_LIMIT = 2000
export const ANSWER_LIMIT = 1000

export const APPEAL_TOO_LONG = `An appeal can have at most ${APPEAL_LIMIT} characters.`
export const ANSWER_TOO_LONG = `An answer can have at most ${ANSWER_LIMIT} characters.`

/** Months within which a member can appeal. This is possible even after the removed text has been erased. */
export const APPEAL_MONTHS = 6

/** Maximum appeals per member within 24 hours, counted in the database. */
export const APPEALS_A_DAY = 3

/** Priority of an appeal in the moderation queue, equal to two ordinary reports. */
export const APPEAL_WEIGHT = 1

/** Actions that a member can appeal: they affect the member and can be reversed. */
export const APPEALABLE = [
  'remove',
  'redact_passage',
  'warn',
  'require_approval',
  'rate_limit',
  'suspend',
] as const

export const APPEAL_OUTCOMES = ['granted', 'rejected', 'moot'] as const
export type AppealOutcome = (typeof APPEAL_OUTCOMES)[number]

export const OBSTACLES = ['not_appealable', 'reverted', 'appealed', 'too_late', 'undecided'] as const
export type AppealObstacle = (typeof OBSTACLES)[number]

export const APPEAL_OBSTACLE_TEXT: Record<AppealObstacle, string> = {
  not_appealable: 'There’s nothing to appeal here.',
  reverted: 'This was already reversed, so there’s nothing to appeal.',
  appealed: 'You’ve already appealed.',
  too_late: `You can only appeal within ${APPEAL_MONTHS} months.`,
  undecided: 'You can appeal once moderators have decided.',
}

export interface AppealSubject {
  member: { id: string } | null
  member_roles: readonly Role[]
  /** Whether the viewer took the action and another moderator can decide on the appeal. */
  is_own_action: boolean
}

/** Returns the reason why the viewer may not decide on the appeal, or null if they may. */
export function obstacleToDeciding(
  viewer: Viewer,
  { member, member_roles, is_own_action }: AppealSubject,
): string | null {
  if (member?.id === viewer.id) return 'This is about you, so someone else must decide.'
  if (!mayActOn(viewer, member && { id: member.id, roles: member_roles }))
    return 'This member’s role isn’t lower than yours. Someone with a higher role must decide.'
  if (is_own_action) return 'This is about your own action, so someone else must decide.'
  return null
}
