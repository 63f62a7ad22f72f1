import { LRUCache } from 'lru-cache'
import { renderToString } from 'react-dom/server'
import type { CardPost } from './card.ts'
import { placeFor } from './card-bytes.server.ts'
import { PostCard } from './post-card.tsx'

/** Bytes: about 5,000 cards. */
const MAX_SIZE = 10_000_000

const cards = new LRUCache<string, Uint8Array>({
  maxSize: MAX_SIZE,
  sizeCalculation: (html, key) => html.byteLength + key.length,
})

/**
 * Lets lists be rendered from the finished HTML of their cards: fifty cards are most of the work of a list, and a vote
 * changes one of them. A card is what its post says in this year and nothing else, so that is its key.
 */
export function provideCards(): void {
  globalThis.$cards = (posts) => placeFor(posts.map(cardHtml))
}

function cardHtml(post: CardPost): Uint8Array {
  // A day of this year is told without the year.
  const key = `${new Date().getUTCFullYear()} ${JSON.stringify(post)}`
  const known = cards.get(key)
  if (known !== undefined) return known
  const html = Buffer.from(renderToString(<PostCard post={post} isMember={false} />))
  cards.set(key, html)
  return html
}
