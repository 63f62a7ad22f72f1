import { withPageFlags } from '../../platform/http/page-protocol.ts'
import { localTime, relativeTime } from '../../ui/format/relative-time.ts'

export interface CachedPageLink {
  path: string
  title: string
  at: string
}

export function parseTitle(html: string): string {
  const [, title = ''] = /<title[^>]*>([^<]*)<\/title>/.exec(html) ?? []
  return title.replace(/ \| [^|]*$/, '')
}

export function markCached(html: string, at: string, isPlain: boolean): string {
  return withPageFlags(html, { kept: at, ...(isPlain && { plain: '' }) })
}

/** Inserts the list of cached pages. Their titles are already escaped, because they come from HTML. */
export function withCachedPages(html: string, pages: readonly CachedPageLink[]): string {
  const items = pages.map(
    ({ path, title, at }) =>
      `<li><a href="${escaped(path)}" class="flex min-h-14 flex-wrap items-center justify-between gap-x-4 rounded-lg px-3 py-2 hover:bg-raised"><span class="min-w-0 font-serif text-lg">${title || escaped(path)}</span><time datetime="${at}" title="${localTime(at)}" data-relative class="text-sm text-faint">${relativeTime(at)}</time></a></li>`,
  )
  const list = items.length > 0 ? `<ul class="-mx-3 mt-3">${items.join('')}</ul>` : NOTHING
  return html.replace(PLACE, () => list)
}

const PLACE = /<div data-kept-pages[^>]*><\/div>/
const NOTHING =
  '<p class="mt-3 text-muted">No saved pages yet. Pages you read from now on will be saved here.</p>'

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
}
