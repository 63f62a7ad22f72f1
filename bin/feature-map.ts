// Generates the feature map in docs/architecture.md.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const FEATURES: Record<string, Record<string, string>> = {
  people: {
    accounts: 'sign-up, sign-in, sessions, access tokens, account emails',
    authors: 'the author name shown beside posts and comments',
    profiles: 'profiles, avatars, member search',
    settings: 'the settings page',
    exports: 'the file with all of a member’s own data',
    leaving: 'account deletion, and what remains after it',
    invites: 'invite links, and the members who joined with them',
    roles: 'moderators, editors, admins; the first admin',
    follows: 'following members, discussions and concepts',
    'first-steps': 'suggested first steps for new members',
    mutes: 'muted and blocked members',
    messages: 'conversations between two members',
    notifications: 'in-app notifications',
    mails: 'notification emails, digests, unsubscribing',
    community: 'the community page',
    'profile-page': 'the profile page with its posts, comments and notes',
  },
  discussion: {
    markup: 'rendering of text: links, mentions, code, quotations',
    posts: 'posts: lists, search, reading, writing',
    comments: 'comments and replies',
    revisions: 'earlier versions of posts and comments',
    mentions: 'member suggestions for @mentions',
    votes: 'votes on posts and comments',
    reads: 'read positions and unread comments',
    bookmarks: 'the bookmark button',
    'bookmark-list': 'the bookmarks page',
    following: 'the feed of followed members, concepts and discussions',
    notes: 'short notes, their replies and likes',
    categories: 'concepts (categories): list and form',
    concepts: 'the page of a concept',
    best: 'the best posts of a month and a year',
    activity: 'the activity feed',
    'viewer-state': 'the viewer’s votes, bookmarks, likes, follows and permissions',
  },
  library: {
    thinkers: 'featured thinkers',
    resources: 'books and blogs',
    events: 'events of the community',
    art: 'the art preview',
  },
  keeping: {
    manage: 'shared lists, forms and change log of /manage',
    moderation: 'moderators’ permissions and the record of their actions',
    removal: 'removing and restoring posts, comments and notes',
    approval: 'content awaiting approval',
    appeals: 'appeals against moderator actions',
    sanctions: 'warnings, required approval, rate limits and suspensions',
    'new-members': 'new members, and which of their texts need approval',
    'blocked-domains': 'domains whose links need approval',
    purges: 'removing all content of a member at once, and undoing it',
    reports: 'reports to moderators, and their outcomes',
    'member-view': 'moderators’ view of a member: numbers, history, notes',
    'moderation-queue': 'open cases and decisions',
    'moderation-log': 'the public moderation log',
    'post-moderation': 'locking, pinning, duplicates, corrected titles and concepts',
    rules: 'the rules of the community',
    guard: 'security checks in the page: frames, pasted code, floods of clicks',
    drafts: 'drafts stored on the device',
    'draft-list': 'the drafts page',
    deletions: 'deletion with undo',
    offline: 'pages stored on the device, and offline notices',
    operation: 'daily figures, failed jobs, nodes, backups',
    demo: 'the content of the demo community',
  },
  site: {
    site: 'names, titles, addresses and errors shared by all pages',
    'site-settings': 'site settings: name, texts, registration',
    aside: 'the right column beside lists',
    shell: 'header, sidebar, search box, shortcuts, theme',
    search: 'search in posts, comments, notes and people',
    suggestions: 'search suggestions',
    home: 'the home page, for guests and for members',
    live: 'live updates over server-sent events',
    feeds: 'Atom and JSON feeds',
    social: 'preview images for links to posts',
    discovery: 'sitemap, robots, OpenSearch',
    about: 'about this forum',
  },
}

const GROUP_OF = new Map(
  Object.entries(FEATURES).flatMap(([group, features]) => Object.keys(features).map((name) => [name, group])),
)

/** The features that each feature imports from, in topological order. */
function sortFeatures(imports: Import[]): Map<string, string[]> {
  const needs = new Map<string, Set<string>>()
  for (const file of imports.flatMap(({ from, to }) => [from, to])) {
    const [folder, name = ''] = file.split('/')
    if (folder === 'features' && !needs.has(name)) needs.set(name, new Set())
  }
  for (const { from, to } of imports) {
    const [one, other] = [groupOf(from), groupOf(to)]
    if (one !== other && one.startsWith('features/') && other.startsWith('features/'))
      needs.get(one.slice(9))?.add(other.slice(9))
  }
  const sorted = new Map<string, string[]>()
  const waiting = [...needs.keys()].sort()
  while (waiting.length > 0) {
    const next = waiting.findIndex((name) => [...(needs.get(name) ?? [])].every((need) => sorted.has(need)))
    if (next < 0) throw new Error(`Features import each other in a cycle:\n${circle(imports, waiting)}`)
    const [name = ''] = waiting.splice(next, 1)
    sorted.set(name, [...(needs.get(name) ?? [])].sort())
  }
  return sorted
}

function circle(imports: Import[], features: string[]): string {
  const nameOf = (file: string) => groupOf(file).slice('features/'.length)
  const between = (names: string[]) =>
    imports
      .map(({ from, to }) => ({ from, to, one: nameOf(from), other: nameOf(to) }))
      .filter(({ one, other }) => one !== other && names.includes(one) && names.includes(other))
  const needed = features.filter((name) => between(features).some(({ other }) => other === name))
  if (needed.length < features.length) return circle(imports, needed)
  return between(features)
    .map(({ from, to }) => `${from} → ${to}`)
    .join('\n')
}

/** A Markdown table for each group. Throws if FEATURES and the folders differ. */
function featureMap(imports: Import[]): string {
  const sorted = sortFeatures(imports)
  const unknown = [...sorted.keys()].filter((name) => !GROUP_OF.has(name))
  const gone = [...GROUP_OF.keys()].filter((name) => !sorted.has(name))
  if (unknown.length + gone.length > 0)
    throw new Error(`bin/feature-map.ts has no line for [${unknown}] and an outdated line for [${gone}]`)
  return Object.entries(FEATURES)
    .map(([group, features]) => {
      const lines = [...sorted]
        .filter(([name]) => GROUP_OF.get(name) === group)
        .map(([name, needs]) => `| \`${name}\` | ${features[name]} | ${needs.join(', ') || '–'} |`)
      return `| ${group} | holds | builds on |\n|---|---|---|\n${lines.join('\n')}\n`
    })
    .join('\n')
}

const BEGIN = '<!-- features: written by `npm run generate` -->\n'
const END = '<!-- end of features -->'

export function withFeatureMap(document: string, imports: Import[]): string {
  const [before, rest] = document.split(BEGIN)
  const [, after] = rest?.split(END) ?? []
  if (before === undefined || after === undefined)
    throw new Error(`The place for the map is missing: ${BEGIN.trim()}`)
  return `${before}${BEGIN}\n${featureMap(imports)}\n${END}${after}`
}

const root = fileURLToPath(new URL('..', import.meta.url))
const source = join(root, 'src')

interface Import {
  from: string
  to: string
}

/** The imports of all files in src/ except tests and generated files. */
export function readImports(): Import[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|gen)\.tsx?$/.test(file))
    .flatMap((file) =>
      Array.from(readFileSync(join(source, file), 'utf8').matchAll(SPECIFIER), ([, specifier = '']) => {
        const to = resolve(source, dirname(file), specifier)
        return { from: file.split(sep).join('/'), to: relative(source, to).split(sep).join('/') }
      }),
    )
    .sort((one, other) => `${one.from} ${one.to}`.localeCompare(`${other.from} ${other.to}`, 'en'))
}

const SPECIFIER = /(?:\bfrom |^import |\bimport\()'(\.{1,2}\/[^']+?)(?:\?\w+)?'/gm

/** `content/posts`, `core`, `platform`…; files directly in src/ belong to `pages`. */
export function groupOf(file: string): string {
  const [folder = '', ...rest] = file.split('/')
  if (folder === 'features') return `features/${rest[0]}`
  if (folder === 'api') return rest[0] === 'core' ? 'core' : 'api'
  return rest.length > 0 ? folder : 'pages'
}
