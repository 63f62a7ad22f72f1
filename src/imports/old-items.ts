/** What an address of a former forum names, by old ids. */
export interface OldItem {
  software: 'discourse' | 'nodebb' | 'phpbb'
  kind: 'member' | 'concept' | 'post' | 'comment' | 'address'
  old_id: string
  /** The text of a topic that is meant, counted from 1. */
  place?: number
}

/** Patterns of paths, and what they name, the most exact first. Numbers have at most 15 digits. */
const PATTERNS: [pattern: RegExp, items: (...parts: string[]) => OldItem[]][] = [
  // NodeBB
  [
    /^\/topic\/(\d{1,15})(?:\/[^/]*(?:\/(\d{1,9}))?)?$/,
    (topic, place) => [
      ...(place ? [of('nodebb', 'address', `place:${topic}:${place}`)] : []),
      { ...of('nodebb', 'post', topic), place: Number(place) || 1 },
    ],
  ],
  [
    /^\/post\/(\d{1,15})$/,
    (post) => [of('nodebb', 'address', `post:${post}`), of('nodebb', 'comment', post)],
  ],
  [/^\/category\/(\d{1,15})(?:\/.*)?$/, (category) => [of('nodebb', 'concept', category)]],
  [/^\/tags\/([^/]{1,190})$/, (tag) => [of('nodebb', 'concept', `tag:${tag}`)]],
  [/^\/uid\/(\d{1,15})(?:\/.*)?$/, (member) => [of('nodebb', 'member', member)]],
  [/^\/user\/([^/]{1,100})(?:\/.*)?$/, (slug) => [of('nodebb', 'address', `user:${slug}`)]],
  [
    /^\/(?:assets\/)?uploads\/(.{1,180})$/,
    (path) => [of('nodebb', 'address', `upload:${path}`), of('discourse', 'address', `upload:${path}`)],
  ],
  // Discourse
  [
    /^\/t\/(?:[^/]*[^/\d][^/]*\/)?(\d{1,15})(?:\/(\d{1,9}))?$/,
    (topic, place) => [
      ...(place ? [of('discourse', 'address', `place:${topic}:${place}`)] : []),
      of('discourse', 'post', topic),
    ],
  ],
  [
    /^\/p\/(\d{1,15})(?:\/\d+)?$/,
    (post) => [of('discourse', 'address', `post:${post}`), of('discourse', 'comment', post)],
  ],
  [
    /^\/(?:u|users)\/([^/]{1,100})(?:\/.*)?$/,
    (name) => [of('discourse', 'address', `user:${name?.toLowerCase()}`)],
  ],
  [/^\/c\/(?:[^/]+\/){1,3}(\d{1,15})(?:\/.*)?$/, (category) => [of('discourse', 'concept', category)]],
]

const of = (software: OldItem['software'], kind: OldItem['kind'], old_id = ''): OldItem => ({
  software,
  kind,
  old_id,
})

/** Returns what a URL of another forum's page may name. Empty for other URLs. */
export function oldItemsOf({ pathname, searchParams }: URL): OldItem[] {
  const path = decoded(pathname)
  // The database stores no NUL.
  if (path.includes('\0')) return []
  for (const [pattern, items] of PATTERNS) {
    const found = pattern.exec(path)
    if (found) return items(...found.slice(1))
  }
  const number = (name: string) => /^\d{1,15}$/.exec(searchParams.get(name) ?? '')?.[0]
  const page = /\/(viewtopic|viewforum|memberlist|download\/file)\.php$/.exec(path)?.[1]
  const [post, topic, forum, member, file] = ['p', 't', 'f', 'u', 'id'].map(number)
  if (page === 'viewtopic' && post)
    return [of('phpbb', 'address', `post:${post}`), of('phpbb', 'comment', post)]
  if (page === 'viewtopic' && topic)
    return [{ ...of('phpbb', 'post', topic), place: Number(number('start') ?? 0) + 1 }]
  if (page === 'viewforum' && forum) return [of('phpbb', 'concept', forum)]
  if (page === 'memberlist' && member) return [of('phpbb', 'member', member)]
  if (page === 'download/file' && file) return [of('phpbb', 'address', `file:${file}`)]
  return []
}

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
