import { ADDRESSES, type Fixtures } from '../addresses.ts'

/** The content to look for, and ids and names for the paths to look at. */
export interface CanarySubject extends Fixtures {
  /** The common beginning of all secret words, to search for. Not secret, as a search page repeats it. */
  lure: string
}

/** For each route besides pages and the API, a function that returns the paths that guests can request. */
export const FILES: Record<string, (looked: CanarySubject) => string[]> = {
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
  // Images contain no searchable text. content/pictures/access.test.ts tests who can see them.
  '/files/pictures/:name': () => [],
  // Images contain no searchable text. canary-nodes.test.ts tests whether a post's image still exists.
  '/social-image.png': () => [],
  '/post/:id/:file{image-[a-z0-9]+\\.png}': () => [],
}

/** Returns all public API paths, which are cached for guests. A test fails if a public query is missing. */
export function apiPaths({ post, editedComment, note, other, concept, lure }: CanarySubject): string[] {
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
    concepts: ['', `/${concept}`],
    community: ['', '/numbers'],
    site: ['', '/texts/terms'],
    ...Object.fromEntries(
      ['thinkers', 'resources', 'events', 'rules', 'moderation/actions', 'moderation/transparency'].map(
        (name) => [name, ['']],
      ),
    ),
  }
  return Object.entries(of).flatMap(([name, ends]) => ends.map((end) => `/api/${name}${end}`))
}

/** Searches, tabs and sort orders of pages that tests/addresses.ts does not include. */
const MORE_PAGES = ({ lure, other }: CanarySubject) => [
  ...['', '&in=comments', '&in=notes', '&in=people'].map((where) => `/forum?search=${lure}${where}`),
  ...['comments', 'notes'].map((tab) => `/profile/${other}?tab=${tab}`),
  '/forum?sort=active',
  '/notes?sort=trending',
]

/** Returns the paths of all pages for guests. Includes tests/addresses.ts, so that new pages are covered. */
export function pagePaths(looked: CanarySubject): string[] {
  return [...new Set([...ADDRESSES.map(({ path }) => path(looked)), ...MORE_PAGES(looked)])]
}

export function filePaths(looked: CanarySubject): string[] {
  return Object.values(FILES).flatMap((paths) => paths(looked))
}

/** A removed word that was found in the response for a path. */
export interface Leak {
  path: string
  word: string
}

/** Requests each path and searches the response for the words, ignoring case. */
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
