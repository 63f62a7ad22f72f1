import { displayName } from '../../shared/authors/display-name.ts'
import { postHref } from '../../shared/branding/item-address.ts'
import type { SuggestionResults } from './contract.ts'

export interface SuggestionOption {
  key: string
  href: string
  /** Displayed text. Matches are enclosed in U+E000 and U+E001. */
  text: string
  person?: SuggestionResults['people'][number]
  color?: string
  isSearch?: boolean
}

export interface SuggestionGroup {
  /** Heading of the group. The last group, which links to the full search, has none. */
  heading?: string
  options: SuggestionOption[]
}

/** Groups the suggestions. Last are links to the full search: with corrected spelling, then as typed. */
export function groupSuggestions(typed: string, found: SuggestionResults | undefined): SuggestionGroup[] {
  const { posts = [], people = [], concepts = [], spelling } = found ?? {}
  const meant = spelling ?? typed
  const groups: SuggestionGroup[] = [
    { heading: 'Posts', options: posts.map(postOption) },
    { heading: 'People', options: people.map((person) => personOption(person, meant)) },
    { heading: 'Concepts', options: concepts.map((concept) => conceptOption(concept, meant)) },
    { options: [...new Set([meant, typed])].map(searchOption) },
  ]
  return groups.filter(({ options }) => options.length > 0)
}

export function suggestionCountText(found: SuggestionResults): string {
  const count = found.posts.length + found.people.length + found.concepts.length
  const meant = found.spelling ? `Did you mean ${found.spelling}? ` : ''
  if (count === 0) return `${meant}No suggestions`
  return `${meant}${count} suggestion${count === 1 ? '' : 's'}, use the arrow keys`
}

function searchOption(text: string): SuggestionOption {
  const href = `/forum?${new URLSearchParams({ search: text })}`
  return { key: `search ${text}`, href, text: `Search for “${text}”`, isSearch: true }
}

function postOption({ id, title, title_highlight }: SuggestionResults['posts'][number]): SuggestionOption {
  return { key: id, href: postHref({ id, title }), text: title_highlight ?? title }
}

function personOption(person: SuggestionResults['people'][number], typed: string): SuggestionOption {
  const { id, username } = person
  return { key: id, href: `/profile/${username}`, text: highlightMatch(displayName(person), typed), person }
}

function conceptOption(
  { id, name, color }: SuggestionResults['concepts'][number],
  typed: string,
): SuggestionOption {
  return { key: id, href: `/concepts/${id}`, text: highlightMatch(name, typed), color }
}

/** Puts U+E000 and U+E001 around the typed part of a name. Ignores case and accents. Prefers word starts. */
export function highlightMatch(name: string, typed: string): string {
  const letters = [...name]
  const folded = letters.map(fold)
  const wanted = fold(typed.replace(/^@/, '').trim())
  const places = letters.flatMap((_, at) => (folded.slice(at).join('').startsWith(wanted) ? [at] : []))
  const from = places.find((at) => !LETTER.test(letters[at - 1] ?? '')) ?? places[0]
  if (!wanted || from === undefined) return name
  let to = from
  for (let length = 0; length < wanted.length; to++) length += folded[to]?.length ?? 0
  const [before, hit, after] = [letters.slice(0, from), letters.slice(from, to), letters.slice(to)]
  return `${before.join('')}\uE000${hit.join('')}\uE001${after.join('')}`
}

const LETTER = /[\p{L}\p{N}]/u

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
