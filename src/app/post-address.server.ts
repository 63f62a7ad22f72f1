import { findPublicPost } from '../content/posts/sql.server.ts'
import type { Services } from '../core/context.server.ts'
import type { CachedResponse, RenderedResponse } from '../platform/cache/cached-response.server.ts'
import { tag } from '../platform/cache/tags.server.ts'
import { isUuid } from '../platform/uuid.ts'
import { postHref } from '../shared/branding/item-address.ts'

/**
 * Renders a page. A post's page is rendered at the address with its current slug, which `content-location` then
 * states. The cache key has no slug, so invented slugs share the post's response. A removed or deleted post has no
 * slug, so that no address or redirect reveals its title.
 */
export async function renderAtAddress(
  key: string,
  { visitorDb }: Pick<Services, 'visitorDb'>,
  render: (path: string) => Promise<RenderedResponse>,
): Promise<RenderedResponse> {
  const [, id = '', query = ''] = POST.exec(key) ?? []
  if (!id) return render(key)
  tag(`post:${id.toLowerCase()}`)
  const post = isUuid(id) ? await findPublicPost(visitorDb, id) : undefined
  const path = post ? postHref(post) : `/post/${id}`
  const response = await render(path + query)
  return { ...response, headers: { ...response.headers, 'content-location': path } }
}

/** Whether a request used the address of the response, or the response redirects by itself. */
export function isCurrentAddress({ location, status }: CachedResponse, url: string): boolean {
  if (location === undefined || (status >= 300 && status < 400)) return true
  const { pathname } = new URL(url)
  return pathname === location || decoded(pathname) === decoded(location)
}

/** Returns undefined if the request used the current address. */
export function redirectToCurrentAddress(answer: CachedResponse, url: string): Response | undefined {
  if (isCurrentAddress(answer, url)) return undefined
  const location = answer.location + new URL(url).search
  // Browsers would cache a 308. Two cached redirects between former titles would form a loop.
  const headers = { location, 'cache-control': 'no-store' }
  return new Response(null, { status: answer.status === 200 ? 308 : 307, headers })
}

const POST = /^\/post\/([^/?]+)(\?.*)?$/s

/** Proxies may write percent-encoded bytes in lower case. */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
