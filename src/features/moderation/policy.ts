import { isStaff, type Role, type Viewer } from '../../api/core/viewer.ts'

/** Letters of what the public is told of an action. */
export const REASON_LIMIT = 500
/** Letters of what moderators tell each other. */
export const NOTE_LIMIT = 2000

/** A role is acted on only from above: an editor, who makes moderators, stands above them. */
const RANKS: Record<Role, number> = { moderator: 1, editor: 2, admin: 3 }

interface Subject {
  id: string
  roles: readonly Role[]
}

/**
 * Whether the viewer may do something about a member or what they wrote: moderators about members, admins about
 * everybody but admins, nobody about themselves. Of what somebody wrote who has left, the subject is null.
 */
export function mayActOn(viewer: Viewer | null, subject: Subject | null): boolean {
  if (!viewer || !isStaff(viewer)) return false
  if (!subject) return true
  const acting = Math.max(...viewer.roles.filter((role) => role !== 'editor').map((role) => RANKS[role]))
  const rank = Math.max(0, ...subject.roles.map((role) => RANKS[role]))
  return subject.id !== viewer.id && acting > rank
}

/** Where a case comes from: members' reports, the forum by itself, what waits for approval, or an appeal. */
export const CASE_SOURCES = ['report', 'automatic', 'pending', 'appeal'] as const
export type CaseSource = (typeof CASE_SOURCES)[number]

/**
 * What a decision on a case may do besides closing it; a feature says how (decision-actions.server.ts). In this order: of several
 * the first is the one that the log shows, with the others as its parts.
 */
export const DECISION_ACTIONS = [
  'suspend',
  'rate_limit',
  'require_approval',
  'warn',
  'remove',
  'approve',
  'reject',
] as const
export type DecisionActionName = (typeof DECISION_ACTIONS)[number]
