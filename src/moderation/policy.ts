import { isStaff, type Role, type Viewer } from '../core/viewer.ts'

/** Maximum characters of the public reason for an action. */
export const REASON_LIMIT = 500
/** Maximum characters of a note that only moderators can read. */
export const MODERATOR_NOTE_LIMIT = 2000

/** Rank of each role, for mayActOn. Editors rank above moderators, because editors appoint them. */
const RANKS: Record<Role, number> = { moderator: 1, editor: 2, admin: 3 }

interface Subject {
  id: string
  roles: readonly Role[]
}

/**
 * Whether the viewer may moderate the subject. Moderators may act on members, and admins on everyone except
 * admins. Nobody may act on themselves. A null subject is a deleted account.
 */
export function mayActOn(viewer: Viewer | null, subject: Subject | null): boolean {
  if (!viewer || !isStaff(viewer)) return false
  if (!subject) return true
  const acting = Math.max(...viewer.roles.filter((role) => role !== 'editor').map((role) => RANKS[role]))
  const rank = Math.max(0, ...subject.roles.map((role) => RANKS[role]))
  return subject.id !== viewer.id && acting > rank
}

export const CASE_SOURCES = ['report', 'automatic', 'pending', 'appeal'] as const
export type CaseSource = (typeof CASE_SOURCES)[number]

/** Actions that a decision can combine, in the order they run. The log shows one entry for all of them. */
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

export const REASON_MISSING = 'Choose a rule or enter a reason.'
