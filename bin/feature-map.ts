// Generates the feature map in docs/architecture.md.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const FEATURES: Record<string, Record<string, string>> = {
  people: {
    accounts: 'sign-up, sign-in, sessions, access tokens, mails about an account',
    authors: 'how a member is named beside what they wrote',
    profiles: 'what members say of themselves, pictures, search for members',
    settings: 'the page of what members set for themselves',
    exports: 'a file of all that a member wrote and did, to take along',
    leaving: 'members who delete their account, and what stays of them',
    invites: 'links of invitation, and who joined by them',
    roles: 'moderators, editors, admins; the first admin',
    follows: 'who follows whom, and the buttons that follow a discussion or a concept',
    'first-steps': 'what a new member is led to at first',
    mutes: 'whom one does not want to hear of, and who cannot write to one',
    messages: 'conversations between two members',
    notifications: 'the bell',
    mails: 'mails of what members are told, digests, and how they end',
    community: 'the page of members to meet',
    'profile-page': 'a profile with the posts, comments and notes of its member',
  },
  discussion: {
    markup: 'words as they are shown: links, names, code, quotations',
    posts: 'posts: lists, search, reading, writing',
    comments: 'the discussion below a post',
    revisions: 'what posts and comments said before they were edited',
    mentions: 'people for an @ that is being typed',
    votes: 'votes on posts and comments',
    reads: 'how far members have read discussions, and what is new since',
    bookmarks: 'the button that bookmarks a post',
    'bookmark-list': 'the page of my bookmarks',
    following: 'posts of members, concepts and discussions that I follow, and the list of these',
    notes: 'short notes, their replies and likes',
    categories: 'concepts: labels of posts, their list and their form',
    concepts: 'the page of a concept with its posts',
    best: 'the best posts of a month and a year',
    activity: 'what happened lately',
    'viewer-state': 'my votes, bookmarks, likes, follows and rights, for what is on screen',
  },
  library: {
    thinkers: 'featured thinkers',
    resources: 'books and blogs',
    events: 'events of the community',
    art: 'the art preview',
  },
  keeping: {
    manage: 'lists, forms and log that everything maintained on /manage shares',
    moderation: 'who may act on whom, and the log of what was done',
    removal: 'posts, comments and notes that moderators take out and put back',
    approval: 'what waits for a moderator before it is published',
    appeals: 'members who ask that somebody else looks at what was done about them',
    sanctions: 'warnings, approval, rate limits and suspensions, and what they tell their member',
    'new-members': 'who is new here, and which of their texts wait for a moderator',
    'blocked-domains': 'sites to which nobody links unseen, and the hosts that a text names',
    purges: 'everything that a member wrote and did, taken away at once and put back',
    reports: 'what members report to moderators, and what became of it',
    'member-view': 'a member as moderators see them: numbers, history, notes',
    'moderation-queue': 'what waits for moderators, and what they decide',
    'moderation-log': 'the public log of what moderators did',
    'post-moderation': 'locks, pins, duplicates, and titles and concepts that moderators put right',
    rules: 'the rules of the community',
    guard: 'what the page itself refuses: frames, pasted code, floods of clicks',
    drafts: 'texts that are being written, kept on the device',
    'draft-list': 'the page of my drafts',
    deletions: 'what is deleted on screen at once, and for good once it can no longer be undone',
    offline: 'pages on the device, and what is said without a connection',
    operation: 'how the forum runs: days in numbers, jobs that failed, nodes, backups',
    demo: 'the content of the demo community',
  },
  site: {
    site: 'names, titles, addresses and failures that every page shares',
    'site-settings': 'what admins say of the forum: name, texts, who may join',
    aside: 'what goes on around a list, beside it',
    shell: 'header, sidebar, search box, shortcuts, theme',
    search: 'what a search finds, in posts, comments, notes and people',
    suggestions: 'what is suggested while somebody types a search',
    home: 'the first page, for guests and for members',
    live: 'events that reach the page at once',
    feeds: 'Atom and JSON feeds',
    social: 'the images that links to posts show elsewhere',
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
    if (next < 0) throw new Error(`Features build on each other in a circle:\n${circle(imports, waiting)}`)
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
    throw new Error(`bin/feature-map.ts has no line for [${unknown}] and one too many for [${gone}]`)
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
    throw new Error(`There is no place for the map: ${BEGIN.trim()}`)
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

/** `features/posts`, `api/core`, `platform`…; files directly in src/ belong to `pages`. */
export function groupOf(file: string): string {
  const [folder = '', ...rest] = file.split('/')
  if (folder === 'features') return `features/${rest[0]}`
  if (folder === 'api') return rest[0] === 'core' ? 'api/core' : 'api'
  return rest.length > 0 ? folder : 'pages'
}
