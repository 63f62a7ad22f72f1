import type { CardPage, CardPost } from './card.ts'

/**
 * The cards of a list that came as HTML, read back from the page: they need not come a second time as data, which
 * would weigh as much again. What is read is what stands there, so hydration finds exactly what it expects.
 * Undefined where the page does not hold this list. The counterpart of post-card.tsx.
 */
export function cardsOnPage(listKey: string): CardPage | undefined {
  const list = document.querySelector<HTMLElement>(`ul[data-list="${CSS.escape(listKey)}"]`)
  return list ? { items: Array.from(list.children, cardOf), next: list.dataset.next ?? null } : undefined
}

function cardOf(card: Element): CardPost {
  const title = markedText(card.querySelector('.card-title'))
  const preview = markedText(card.querySelector('.preview'))
  return {
    id: attribute(card, '.card-title', 'href').slice('/post/'.length),
    title: title.replace(MARKS, ''),
    ...(MARK.test(title) && { title_highlight: title }),
    preview: preview.replace(MARKS, ''),
    ...(MARK.test(preview) && { preview_highlight: preview }),
    author: authorOf(card),
    categories: categoriesOf(card),
    votes_score: numberOf(card, '.score'),
    view_count: numberOf(card, '.views'),
    comment_count: numberOf(card, '.comments'),
    is_pinned: card.querySelector('.pinned') !== null,
    created_at: attribute(card, 'time', 'datetime'),
  }
}

function authorOf(card: Element): CardPost['author'] {
  const link = card.querySelector('a.author')
  if (!link) return null
  const username = attribute(card, 'a.author', 'href').slice('/profile/'.length)
  const name = link.querySelector('b')?.textContent ?? ''
  return {
    username,
    full_name: name === username ? null : name,
    avatar_url: link.querySelector('img')?.getAttribute('src') ?? null,
  }
}

/** Those that have a badge, and the names of the others. */
function categoriesOf(card: Element): CardPost['categories'] {
  const badges = Array.from(card.querySelectorAll<HTMLElement>('.badge'), (badge) => ({
    id: badge.getAttribute('href')?.slice('/concepts/'.length) ?? '',
    name: badge.textContent ?? '',
    color: badge.style.getPropertyValue('--category'),
  }))
  const others = attribute(card, '.post-badges [title]', 'title').split(', ').filter(Boolean)
  return [...badges, ...others.map((name) => ({ id: '', name, color: '' }))]
}

/** A <Count>: the whole number is its title where the text is a short form. */
function numberOf(card: Element, place: string): number {
  const count = card.querySelector(`${place} .tabular-nums`)
  return Number((count?.getAttribute('title') ?? count?.textContent ?? '').replaceAll(',', ''))
}

/** With the marks that <Highlighted> makes <mark> of. */
function markedText(element: Element | null): string {
  const parts = Array.from(element?.childNodes ?? [], (node) =>
    node.nodeName === 'MARK' ? `\uE000${node.textContent}\uE001` : node.textContent,
  )
  return parts.join('')
}

const MARK = /\uE000/
const MARKS = /[\uE000\uE001]/g

function attribute(card: Element, place: string, name: string): string {
  return card.querySelector(place)?.getAttribute(name) ?? ''
}
