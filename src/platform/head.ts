import { isolated, withoutIsolates } from './isolated.ts'
import type { Site } from './site.ts'

/** Title and address of a page, for its head. */
export function titleTags(site: Site, name: string, path: string) {
  return {
    meta: [
      { title: `${isolated(name)} | ${isolated(site.name)}` },
      { property: 'og:title', content: withoutIsolates(`${name} | ${site.name}`) },
      { property: 'og:url', content: site.url + path },
    ],
    links: [{ rel: 'canonical', href: site.url + path }],
  }
}

/** The same, and what the page is. */
export function descriptionTags(site: Site, name: string, path: string, description: string) {
  const { meta, links } = titleTags(site, name, path)
  return {
    meta: [
      ...meta,
      { name: 'description', content: description },
      { property: 'og:description', content: description },
    ],
    links,
  }
}

/** The same for a route. */
export function describedHead(name: string, path: string, description: string) {
  return ({ match }: { match: { context: { site: Site } } }) =>
    descriptionTags(match.context.site, name, path, description)
}

/** For pages of one's own or of those who run the forum: search engines find nothing there. */
export function unlistedHead(name: string) {
  return ({ match }: { match: { context: { site: Site } } }) => ({
    meta: [
      { title: `${isolated(name)} | ${isolated(match.context.site.name)}` },
      { name: 'robots', content: 'noindex' },
    ],
  })
}

/** What is said of a text. */
interface Article {
  title: string
  description: string
  /** ISO 8601. */
  created_at: string
  author: string
}

/** What search engines and those who link to a text show of it. */
export function articleTags(text: Article) {
  const { description, created_at, author } = text
  const title = withoutIsolates(text.title)
  return [
    { name: 'description', content: description },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'article' },
    { property: 'article:published_time', content: created_at },
    { property: 'article:author', content: author },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
  ]
}
