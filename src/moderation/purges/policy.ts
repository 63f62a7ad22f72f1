import { hasRole, type Viewer } from '../../core/viewer.ts'
import { mayActOn } from '../policy.ts'

/** Singular and plural of each kind of purged item, in the order of the dialog. */
export const PURGED_KINDS = {
  posts: ['post', 'posts'],
  comments: ['comment', 'comments'],
  notes: ['note', 'notes'],
  pending: ['item awaiting approval', 'items awaiting approval'],
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

/** Items per transaction. Each transaction locks the moderation log until its end, so it should be short. */
export const PURGE_BATCH_SIZE = 100
/** Days until purged content is erased, the same as for other removals (db/schema/purges.sql). */
const KEPT_DAYS = 90

/** Only admins may purge an account older than these days with this many texts: it is rarely a spammer's. */
export const YOUNG_DAYS = 30
const FEW_THINGS = 50

export const PURGE_FORBIDDEN = 'You can’t moderate yourself or someone with an equal or higher role.'
const NEEDS_ADMIN = `This account is older than ${YOUNG_DAYS} days and has at least ${FEW_THINGS} posts, comments or notes. Only an admin can purge it.`
export const NOTHING_TO_PURGE = 'There’s nothing to purge.'
export const PURGE_RUNNING = 'A purge of this member is already running.'
export const NOT_PURGED = 'There’s no purge to undo.'
export const PURGE_ERASED = `This purge is more than ${KEPT_DAYS} days old and its content was permanently deleted, so it can’t be undone.`

export interface PurgeSubject {
  id: string
  roles: Viewer['roles']
  is_young: boolean
  /** Number of visible posts, comments and notes. */
  things: number
}

/** Returns the reason why the viewer may not purge the member, or undefined if they may. */
export function obstacleToPurging(viewer: Viewer, subject: PurgeSubject): string | undefined {
  if (!mayActOn(viewer, subject)) return PURGE_FORBIDDEN
  const isSmall = subject.is_young || subject.things < FEW_THINGS
  return isSmall || hasRole(viewer, 'admin') ? undefined : NEEDS_ADMIN
}

export function sumPurgeCounts(counts: PurgeCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
