import { LRUCache } from 'lru-cache'
import { RESPONSE_CACHE_CHANNEL, type Services } from '../../core/context.server.ts'
import { CachedResponse } from '../../platform/cache/cached-response.server.ts'
import { securityHeaders } from '../../platform/http/security.server.ts'
import {
  countMembers,
  countPosts,
  FILE_SIZE,
  listConceptEntries,
  listMemberEntries,
  listPostEntries,
  type Month,
  type SitemapEntry,
} from './sitemap-sql.server.ts'

/** Cache lifetime of a file in milliseconds. */
const FRESH_FOR = 60 * 60 * 1000
const MAX_BYTES = 32 * 1024 * 1024
const FILE = /^\/sitemaps\/(?:(pages)|(posts|members)-(\d{4}-(?:0[1-9]|1[0-2]))(?:-([1-9]\d{0,3}))?)\.xml$/
const PAGES = ['/', '/forum', '/posts/latest', '/posts/top', '/notes', '/concepts', '/thinkers', '/resources']
const MORE_PAGES = ['/best-of', '/community', '/events', '/about', '/art-preview', '/feeds']

/** Serves `/sitemap.xml` (sitemaps.org protocol 0.9) and a file per month, so that old ones rarely change. */
export class Sitemap {
  private readonly services: Services
  private readonly answers = new LRUCache<string, CachedResponse>({
    maxSize: MAX_BYTES,
    ttl: FRESH_FOR,
    sizeCalculation: (answer) => answer.weight,
    // Concurrent requests for the same file share one database query.
    fetchMethod: async (path, _, { options }) => {
      const { drops } = this
      const answer = await this.make(path)
      // The file may be outdated, so it expires at once.
      if (drops !== this.drops) options.ttl = 1
      return answer
    },
  })

  /** How often the lists of posts were dropped. */
  private drops = 0

  constructor(services: Services) {
    this.services = services
    services.siteSettings.watch(() => this.answers.clear())
    services.bus.subscribe(RESPONSE_CACHE_CHANNEL, (tags) => {
      if ((tags as string[]).some((tag) => tag.startsWith('post:'))) this.dropPosts()
    })
    services.bus.onGap(() => this.dropPosts())
  }

  peek(path: string): CachedResponse | undefined {
    return this.answers.get(path)
  }

  read(path: string): Promise<CachedResponse | undefined> {
    return this.answers.fetch(path)
  }

  /** Drops the lists of posts. Their addresses contain titles, which must not outlive a removed or edited post. */
  private dropPosts(): void {
    this.drops++
    for (const path of [...this.answers.keys()])
      if (path.startsWith('/sitemaps/posts-')) this.answers.delete(path)
  }

  private async make(path: string): Promise<CachedResponse | undefined> {
    const body = path === '/sitemap.xml' ? await this.index() : await this.file(path)
    if (!body) return undefined
    const headers = {
      ...securityHeaders(this.services.config),
      'content-type': 'application/xml; charset=utf-8',
    }
    return new CachedResponse({ status: 200, headers, body })
  }

  private async index(): Promise<string> {
    const [posts, members] = await Promise.all([
      countPosts(this.services.visitorDb),
      countMembers(this.services.visitorDb),
    ])
    const files = ['pages', ...filesOf('posts', posts), ...filesOf('members', members)]
    return document(
      'sitemapindex',
      files.map((name) => `<sitemap><loc>${this.address(`/sitemaps/${name}.xml`)}</loc></sitemap>`),
    )
  }

  private async file(path: string): Promise<string | undefined> {
    const [, pages, kind, month = '', part = '1'] = FILE.exec(path) ?? []
    const { visitorDb: db } = this.services
    const { texts = [] } = this.services.siteSettings.site
    const written = texts.filter((text) => text === 'terms' || text === 'privacy').map((text) => `/${text}`)
    const all = [...PAGES, ...MORE_PAGES, ...written]
    if (pages)
      return this.urls([
        ...all.map((path) => ({ path, changed_at: null })),
        ...(await listConceptEntries(db)),
      ])
    if (!kind) return undefined
    const list = kind === 'posts' ? listPostEntries : listMemberEntries
    const entries = await list(db, month, Number(part))
    return entries.length > 0 ? this.urls(entries) : undefined
  }

  private urls(entries: SitemapEntry[]): string {
    const lines = entries.map(({ path, changed_at }) => {
      const changed = changed_at ? `<lastmod>${changed_at.slice(0, 19)}Z</lastmod>` : ''
      return `<url><loc>${this.address(path)}</loc>${changed}</url>`
    })
    return document('urlset', lines)
  }

  /** Escapes only PUBLIC_URL, because the paths contain no characters that need escaping. */
  private address(path: string): string {
    return `${this.services.config.PUBLIC_URL.replaceAll('&', '&amp;')}${path}`
  }
}

/** Returns the file names of one kind, such as 'posts-2026-11' and 'posts-2026-11-2'. */
function filesOf(kind: string, months: Month[]): string[] {
  return months.flatMap(({ month, count }) =>
    Array.from({ length: Math.ceil(count / FILE_SIZE) }, (_, i) => `${kind}-${month}${i ? `-${i + 1}` : ''}`),
  )
}

function document(root: string, lines: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join('\n')}
</${root}>
`
}
