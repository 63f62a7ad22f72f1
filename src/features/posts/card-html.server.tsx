import { LRUCache } from 'lru-cache'
import { renderToString } from 'react-dom/server'
import type { CardPost } from './card.ts'
import { PostCard } from './post-card.tsx'

/** Bytes, nearly: about 5,000 cards. */
const MAX_SIZE = 10_000_000

const cards = new LRUCache<string, string>({
  maxSize: MAX_SIZE,
  sizeCalculation: (html, key) => html.length + key.length,
})

/**
 * Lets lists be rendered from the finished HTML of their cards: fifty cards are most of the work of a list, and a vote
 * changes one of them. A card is what its post says and nothing else, so that is its key.
 */
export function provideCards(): void {
  globalThis.$cards = (posts) => posts.map(cardHtml).join('')
}

function cardHtml(post: CardPost): string {
  const key = JSON.stringify(post)
  const known = cards.get(key)
  if (known !== undefined) return known
  const html = renderToString(<PostCard post={post} isMember={false} />)
  cards.set(key, html)
  return html
}
