import type { Services } from '../../api/core/context.server.ts'
import type { CachedResponse } from '../../platform/cached-response.server.ts'

/**
 * The answer to a request, counted if it is a page that is sent: nothing of who asked is looked at, so that programs count as people
 * do, but for what a browser says that it only fetches in advance. It runs for each answer of the page cache.
 */
export function respondCounting(
  { dayCounts }: Pick<Services, 'dayCounts'>,
  answer: CachedResponse,
  request: Request,
): Response | Promise<Response> {
  const isSent = request.method === 'GET' && answer.status === 200
  const isView = isSent && answer.isPage && !request.headers.has('sec-purpose')
  if (isView) dayCounts.add('page_views')
  return answer.respond(request)
}
