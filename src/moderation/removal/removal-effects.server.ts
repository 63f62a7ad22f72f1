import type { Transaction } from 'kysely'
import type { PublicEvent } from '../../accounts/live/events.ts'
import type { DB } from '../../db/types.ts'
import type { RemovalTarget } from './policy.ts'
import { findNeighbourhood, type LockedContent } from './sql.server.ts'

/** Returns the tags of cached responses that show the content. */
export async function findRemovalTags(
  trx: Transaction<DB>,
  { kind, id }: RemovalTarget,
  held: LockedContent,
): Promise<string[]> {
  const author = held.author_id ? [`profile:${held.author_id}`] : []
  if (kind === 'note') return ['notes', 'activity', `note:${id}`, `note:${held.parent_id ?? id}`, ...author]
  const discussion = [`post:${held.post_id}`, `comments:${held.post_id}`, 'posts', 'activity', ...author]
  if (kind === 'comment') return discussion
  const { concept_ids, member_ids } = await findNeighbourhood(trx, id)
  const concepts = concept_ids.length > 0 ? concept_ids : ['null']
  return [
    ...discussion,
    ...concepts.map((concept) => `concept:${concept}`),
    ...member_ids.map((member) => `profile:${member}`),
  ]
}

/** Returns the author to notify and the events to publish. */
export function collectRemovalEffects(
  { kind, id }: RemovalTarget,
  { author_id, post_id, parent_id }: LockedContent,
  act: 'remove' | 'restore',
) {
  const notified = author_id ? [author_id] : []
  const events: PublicEvent[] = []
  if (kind === 'note') events.push({ type: 'notes', act: 'changed', id, author_id: null, parent_id })
  if (kind === 'comment')
    events.push({
      type: 'comments',
      act: act === 'restore' ? 'created' : 'deleted',
      id,
      post_id: post_id as string,
    })
  // A restored post publishes no event, because it is not new.
  if (kind === 'post' && act === 'remove')
    events.push({ type: 'posts', act: 'deleted', id, author_id: null, concept_ids: [] })
  return { notified, events, post_id: kind === 'post' ? id : null }
}
