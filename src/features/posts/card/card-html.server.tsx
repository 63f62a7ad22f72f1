import { renderToString } from 'react-dom/server'
import { fragment, placeFor } from '../../../platform/fragments.server.ts'
import { PostCard } from './post-card.tsx'

/**
 * Lets lists be rendered from the finished HTML of their cards: fifty cards are most of the work of a list, and a vote
 * changes one of them.
 */
export function provideCards(): void {
  globalThis.$cards = (posts) =>
    placeFor(
      posts.map((post) =>
        fragment('card', post, () => renderToString(<PostCard post={post} isMember={false} />)),
      ),
    )
}
