import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { api } from '../../core/client.ts'
import { cursorPages } from '../../core/query-options.ts'
import { leaveErrorToBoundary } from '../../shared/branding/list-boundary.tsx'
import { isRemoved, postQuery } from '../posts/queries.ts'
import type { HistorySearch } from './history-search.ts'

/** Loads the edits and returns the post's title. Throws notFound() if the item or its post is not found. */
export async function loadHistory(
  queryClient: QueryClient,
  postId: string,
  search: HistorySearch,
): Promise<{ title: string }> {
  if (search.comment === 'none') throw notFound()
  const post = queryClient.ensureQueryData(postQuery(postId))
  // Ignores cached data, because the member may have edited the text just before.
  const list = queryClient.fetchInfiniteQuery({ ...revisionsQuery(postId, search), staleTime: 0 })
  try {
    const [shown, revisions] = await Promise.all([post, list.catch(unlessMissing)])
    if (isRemoved(shown)) throw notFound()
    const first = revisions?.pages[0]
    if (first && first.post_id !== postId.toLowerCase()) throw notFound()
    return { title: shown.title }
  } catch (error) {
    throw isMissing(error) ? notFound() : error
  }
}

function isMissing(error: unknown): boolean {
  return (error as { code?: string }).code === 'NOT_FOUND'
}

function unlessMissing(error: unknown) {
  if (isMissing(error)) throw error
  return leaveErrorToBoundary()
}

export function revisionsQuery(postId: string, { comment, cursor: start }: HistorySearch) {
  const [operation, id] =
    comment === undefined ? [api.revisions.post, postId] : [api.revisions.comment, comment]
  return operation.infiniteOptions(cursorPages({ id }, start))
}
