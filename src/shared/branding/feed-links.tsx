import { Icon } from '../../ui/icon.tsx'

/** Renders a visible link to a page's feed. `path` is the feed's path without its extension. */
export function FeedLink({ path, of }: { path: string; of: string }) {
  return (
    <a
      href={`${path}.atom`}
      aria-label={`Feed: ${of}`}
      className="inline-flex items-center gap-2 text-sm text-muted underline-offset-4 hover:text-act hover:underline min-h-8 pointer-coarse:min-h-11"
    >
      <Icon icon="icon-rss" className="size-4" />
      Feed
    </a>
  )
}

/** Returns the tags by which feed readers discover a page's feed. `path` has no extension. */
export function feedLinks(path: string, title: string) {
  return [
    { rel: 'alternate', type: 'application/atom+xml', title, href: `${path}.atom` },
    { rel: 'alternate', type: 'application/feed+json', title, href: `${path}.json` },
  ]
}
