/** Events contain ids, never content. Clients fetch content through the API, which checks permissions. */

export type PersonalEvent =
  | { type: 'notification' }
  /** A sanction was imposed, lifted, or acknowledged in another tab. */
  | { type: 'sanction' }
  /** For moderators and admins: a moderation case was opened, claimed, released, closed or reported again. */
  | { type: 'case'; id: string }
  /** A message was received, or sent from another tab. `with` is the other member's id. */
  | { type: 'message'; with: string; from: string }
  /** The member `with` read this member's messages, or this member read theirs in another tab. */
  | { type: 'messages_read'; with: string; by: string }

/** Sent on every open stream. Deleting a note with replies leaves a stub, so the note counts as changed. */
export type PublicEvent =
  | {
      type: 'notes'
      act: 'created' | 'changed' | 'deleted'
      id: string
      author_id: string | null
      parent_id: string | null
    }
  | { type: 'note_likes'; id: string }
  /**
   * `redacted`: a moderator redacted a passage of the post or a comment, or restored it. `moved`: a moderator moved
   * comments to or from the post.
   */
  | { type: 'comments'; act: 'created' | 'deleted' | 'redacted' | 'moved'; id: string; post_id: string }
  | { type: 'votes'; ids: string[] }
  | {
      type: 'posts'
      act: 'created' | 'deleted'
      id: string
      author_id: string | null
      concept_ids: string[]
    }

export type LiveEvent = PersonalEvent | PublicEvent

/** Message between nodes. `to` is a member's id. Without it, the event is broadcast. */
export interface LiveEnvelope {
  to?: string
  event: LiveEvent
}

export const LIVE_CHANNEL = 'live'
