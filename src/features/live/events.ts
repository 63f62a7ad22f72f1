/**
 * What the live stream says: that something changed, and the ids to ask the API with. Never content: whoever hears
 * an event reads the thing through the API, where permission is checked.
 */

/** For one member alone. */
export type PersonalEvent =
  | { type: 'notification' }
  /** A moderator has set or lifted something against this member, or they have acknowledged a warning in another tab. */
  | { type: 'sanction' }
  /** For moderators and admins: a case was opened, claimed, released or closed, or has another report. */
  | { type: 'case'; id: string }
  /** A message to this member, or one they sent from another tab: `with` is the other one's user id. */
  | { type: 'message'; with: string; from: string }
  /** This member's messages were read by `with`, or this member read theirs in another tab. */
  | { type: 'messages_read'; with: string; by: string }

/**
 * For everybody with an open stream. `parent_id` is null for a note that is no reply. A note has changed when it was
 * deleted above replies of others: a stub stays, which has no author.
 */
export type PublicEvent =
  | {
      type: 'notes'
      act: 'created' | 'changed' | 'deleted'
      id: string
      author_id: string | null
      parent_id: string | null
    }
  | { type: 'note_likes'; id: string }
  | { type: 'comments'; act: 'created' | 'deleted'; id: string; post_id: string }
  /** Posts and comments whose scores have changed within a second. */
  | { type: 'votes'; ids: string[] }
  | {
      type: 'posts'
      act: 'created' | 'deleted'
      id: string
      author_id: string | null
      /** Of a new post: the concepts it is about. */
      category_ids: string[]
    }

export type LiveEvent = PersonalEvent | PublicEvent

/** On the bus: `to` is the user id of the one member who hears it; without it everybody does. */
export interface LiveEnvelope {
  to?: string
  event: LiveEvent
}

export const LIVE_CHANNEL = 'live'
