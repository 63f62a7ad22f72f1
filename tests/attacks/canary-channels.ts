import { ADDRESSES, type Fixtures } from '../addresses.ts'

/** What is looked for, and where. */
export interface Looked extends Fixtures {
  /** A word that stands beside what is looked for and may be found: a search page says itself what was searched for. */
  lure: string
}

/** What guests are answered under a route, besides pages and operations. */
export const FILES: Record<string, (looked: Looked) => string[]> = {
  '/.well-known/change-password': () => [],
  '/feeds/*': ({ other, concept }) => [
    '/feeds/latest.atom',
    '/feeds/latest.json',
    `/feeds/members/${other}.atom`,
    `/feeds/members/${other}.json`,
    ...(concept ? [`/feeds/concepts/${concept}.atom`, `/feeds/concepts/${concept}.json`] : []),
    '/feeds/moderation.atom',
  ],
  '/robots.txt': () => ['/robots.txt'],
  '/opensearch.xml': () => ['/opensearch.xml'],
  '/sitemap.xml': () => ['/sitemap.xml'],
  '/sitemaps/*': () => [`/sitemaps/posts-${new Date().toISOString().slice(0, 7)}.xml`],
  '/opensearch/suggestions': ({ lure }) => [`/opensearch/suggestions?search=${lure}`],
  // Pictures have no words that bytes could be searched for; that of a post is asked for beside this.
  '/social-image.png': () => [],
  '/post/:id/:file{image-[a-z0-9]+\\.png}': () => [],
}

/** What the API answers guests, kept for everybody; a question of the contract that none of these asks fails a test. */
export function apiPaths({ post, editedComment, note, other, concept, lure }: Looked): string[] {
  const of = {
    posts: ['', '?sort=active', `?author=${other}`, `?search=${lure}`, `/${post}`, '/best'],
    [`posts/${post}`]: ['comments', 'related', 'neighbours', 'revisions', 'scores']
      .map((part) => `/${part}`)
      .concat(`/comments/${editedComment}/page`),
    comments: [`/${editedComment}/revisions`],
    profiles: [`?search=${other}`, `/${other}`],
    [`profiles/${other}`]: ['posts', 'comments', 'highlights', 'notes', 'followers', 'following'].map(
      (part) => `/${part}`,
    ),
    notes: ['', '?sort=trending', `/${note}`, `/${note}/replies`, `/${note}/replies/${note}/page`],
    search: ['', '/comments', '/notes', '/people'].map((kind) => `${kind}?search=${lure}`),
    suggestions: [`?search=${lure}`],
    categories: ['', `/${concept}`],
    community: ['', '/numbers'],
    site: ['', '/texts/terms'],
    ...Object.fromEntries(
      ['thinkers', 'resources', 'events', 'rules', 'moderation/actions'].map((name) => [name, ['']]),
    ),
  }
  return Object.entries(of).flatMap(([name, ends]) => ends.map((end) => `/api/${name}${end}`))
}

/** Where a page says more than by its address alone. */
const MORE_PAGES = ({ lure, other }: Looked) => [
  ...['', '&in=comments', '&in=notes', '&in=people'].map((where) => `/forum?search=${lure}${where}`),
  ...['comments', 'notes'].map((tab) => `/profile/${other}?tab=${tab}`),
  '/forum?sort=active',
  '/notes?sort=trending',
]

/** Every page as guests get it: of whatever has an address (tests/addresses.ts), so that new ones join by themselves. */
export function pagePaths(looked: Looked): string[] {
  return [...new Set([...ADDRESSES.map(({ path }) => path(looked)), ...MORE_PAGES(looked)])]
}

export function filePaths(looked: Looked): string[] {
  return Object.values(FILES).flatMap((paths) => paths(looked))
}

/** A word that was taken out of the forum and is in an answer all the same. */
export interface Leak {
  path: string
  word: string
}

/** Asks at every path and searches the bytes that come back, in any case of letters. */
export async function findLeaks(
  paths: readonly string[],
  words: readonly string[],
  textOf: (path: string) => Promise<string>,
): Promise<Leak[]> {
  const leaks: Leak[] = []
  for (const path of paths) {
    const text = (await textOf(path)).toLowerCase()
    for (const word of words) if (text.includes(word)) leaks.push({ path, word })
  }
  return leaks
}
