import { hasRole, type Viewer } from '../../api/core/viewer.ts'
import { mayActOn } from '../moderation/policy.ts'

/** What is taken, in the order in which a dialog names it, and how one and several of it are called. */
export const PURGED_KINDS = {
  posts: ['post', 'posts'],
  comments: ['comment', 'comments'],
  notes: ['note', 'notes'],
  pending: ['thing that waits for approval', 'things that wait for approval'],
  messages: ['unread message', 'unread messages'],
  votes: ['vote', 'votes'],
  likes: ['like', 'likes'],
  follows: ['follow', 'follows'],
  profile: ['profile', 'profiles'],
} as const
export type PurgedKind = keyof typeof PURGED_KINDS
export type PurgeCounts = Record<PurgedKind, number>

export const PURGE_STATES = ['purging', 'purged', 'restoring', 'restored'] as const
export type PurgeState = (typeof PURGE_STATES)[number]

/** Things in one transaction: others who act wait for the log until it ends. */
export const BATCH = 100
/** Days in which a purge can be undone; then what it took is erased, as what is removed otherwise (0124_purges.sql). */
const KEPT_DAYS = 90

/** Days after which, and things from which on, an account is more than a spammer's: an admin looks at it. */
export const YOUNG_DAYS = 30
const FEW_THINGS = 50

export const NOT_THEM = 'Nobody acts on themselves, or on somebody of an equal or higher role.'
const NEEDS_ADMIN = `This account is older than ${YOUNG_DAYS} days and has written ${FEW_THINGS} things or more: an admin may purge it.`
export const NOTHING_TO_PURGE = 'There is nothing to purge.'
export const UNDER_WAY = 'This is under way already.'
export const NOT_PURGED = 'There is no purge that could be undone.'
export const ERASED = `This was more than ${KEPT_DAYS} days ago, and what was taken is erased. It cannot be undone.`

export interface PurgeSubject {
  id: string
  roles: Viewer['roles']
  is_young: boolean
  /** Posts, comments and notes that stand. */
  things: number
}

/** Why this viewer does not purge this member; nothing when they may. */
export function obstacleToPurging(viewer: Viewer, subject: PurgeSubject): string | undefined {
  if (!mayActOn(viewer, subject)) return NOT_THEM
  const isSmall = subject.is_young || subject.things < FEW_THINGS
  return isSmall || hasRole(viewer, 'admin') ? undefined : NEEDS_ADMIN
}

export function totalOf(counts: PurgeCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
