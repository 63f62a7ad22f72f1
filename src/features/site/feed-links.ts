/** For a page's head: where a feed reader finds what the page shows. `path` is without ending. */
export function feedLinks(path: string, title: string) {
  return [
    { rel: 'alternate', type: 'application/atom+xml', title, href: `${path}.atom` },
    { rel: 'alternate', type: 'application/feed+json', title, href: `${path}.json` },
  ]
}
