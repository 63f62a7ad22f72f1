import type { Site } from './site.ts'

/** Title and address of a page, for its head. */
export function titled(site: Site, name: string, path: string) {
  const title = `${name} | ${site.name}`
  return {
    meta: [
      { title },
      { property: 'og:title', content: title },
      { property: 'og:url', content: site.url + path },
    ],
    links: [{ rel: 'canonical', href: site.url + path }],
  }
}

/** The same, and what the page is. */
export function described(site: Site, name: string, path: string, description: string) {
  const { meta, links } = titled(site, name, path)
  return {
    meta: [
      ...meta,
      { name: 'description', content: description },
      { property: 'og:description', content: description },
    ],
    links,
  }
}
