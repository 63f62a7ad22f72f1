import { isolateText, withoutIsolates } from '../bidi-isolation.ts'
import type { Site } from '../site.ts'

export function titleTags(site: Site, name: string, path: string) {
  return {
    meta: [
      { title: `${isolateText(name)} | ${isolateText(site.name)}` },
      { property: 'og:title', content: withoutIsolates(`${name} | ${site.name}`) },
      { property: 'og:url', content: site.url + path },
    ],
    links: [{ rel: 'canonical', href: site.url + path }],
  }
}

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

/** Returns a route's `head` function with the page's `descriptionTags`. */
export function describedHead(name: string, path: string, description: string) {
  return ({ match }: { match: { context: { site: Site } } }) =>
    descriptionTags(match.context.site, name, path, description)
}

/** Returns a route's `head` for pages that search engines must not list: private pages and staff pages. */
export function unlistedHead(name: string) {
  return ({ match }: { match: { context: { site: Site } } }) => ({
    meta: [
      { title: `${isolateText(name)} | ${isolateText(match.context.site.name)}` },
      { name: 'robots', content: 'noindex' },
    ],
  })
}

interface Article {
  title: string
  description: string
  created_at: string
  author: string
}

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
