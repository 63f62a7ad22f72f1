import { displayName } from '../authors/display-name.ts'
import type { Suggestions } from './contract.ts'
import { marked } from './marked.ts'

/** One place to go to; hits in its text stand between U+E000 and U+E001. */
export interface Option {
  key: string
  href: string
  text: string
  /** What else tells it from others. */
  person?: Suggestions['people'][number]
  color?: string
  isSearch?: boolean
}

export interface Group {
  /** The last group, the search itself, has none: first as its words are usually spelt. */
  heading?: string
  options: Option[]
}

/** What the list below the box holds for a text: what was found, if anything, and the search itself. */
export function groupsFor(typed: string, found: Suggestions | undefined): Group[] {
  const { posts = [], people = [], concepts = [], spelling } = found ?? {}
  const meant = spelling ?? typed
  const groups: Group[] = [
    { heading: 'Posts', options: posts.map(postOption) },
    { heading: 'People', options: people.map((person) => personOption(person, meant)) },
    { heading: 'Concepts', options: concepts.map((concept) => conceptOption(concept, meant)) },
    { options: [...new Set([meant, typed])].map(searchOption) },
  ]
  return groups.filter(({ options }) => options.length > 0)
}

/** For who cannot see the list. */
export function countInWords(found: Suggestions): string {
  const count = found.posts.length + found.people.length + found.concepts.length
  const meant = found.spelling ? `Did you mean ${found.spelling}? ` : ''
  if (count === 0) return `${meant}No suggestions`
  return `${meant}${count} suggestion${count === 1 ? '' : 's'}, use the arrow keys`
}

function searchOption(text: string): Option {
  const href = `/forum?${new URLSearchParams({ search: text })}`
  return { key: `search ${text}`, href, text: `Search for “${text}”`, isSearch: true }
}

function postOption({ id, title, title_highlight }: Suggestions['posts'][number]): Option {
  return { key: id, href: `/post/${id}`, text: title_highlight ?? title }
}

function personOption(person: Suggestions['people'][number], typed: string): Option {
  const { id, username } = person
  return { key: id, href: `/profile/${username}`, text: marked(displayName(person), typed), person }
}

function conceptOption({ id, name, color }: Suggestions['concepts'][number], typed: string): Option {
  return { key: id, href: `/concepts/${id}`, text: marked(name, typed), color }
}
