import type { QueryClient } from '@tanstack/react-query'
import { categoryLabelsQuery } from '../categories/queries.ts'
import { postListQuery } from '../posts/list/list-queries.ts'
import { leaveErrorToBoundary } from '../site/list-boundary.tsx'
import { foundCommentsQuery, foundNotesQuery, foundPeopleQuery, summaryQuery } from './queries.ts'
import { type ForumSearch, isSearch } from './search-params.ts'
import { shownWords } from './shown-words.ts'

/** What the page of the forum shows. Which words a search goes by is known first: how they are usually spelt may find more. */
export async function loadForum(queryClient: QueryClient, search: ForumSearch): Promise<void> {
  await Promise.all([
    loadList(queryClient, search).catch(leaveErrorToBoundary),
    queryClient.prefetchQuery(categoryLabelsQuery()),
  ])
}

async function loadList(queryClient: QueryClient, search: ForumSearch): Promise<unknown> {
  if (!isSearch(search))
    return queryClient.ensureInfiniteQueryData(postListQuery({ ...search, pinnedFirst: true }))
  // Without it the page has no numbers, and its words stay as they are.
  const summary = await queryClient.ensureQueryData(summaryQuery(search)).catch(() => undefined)
  const words = shownWords(search, summary)
  if (search.in === 'comments')
    return queryClient.ensureInfiniteQueryData(foundCommentsQuery(words, search.cursor))
  if (search.in === 'notes') return queryClient.ensureInfiniteQueryData(foundNotesQuery(words, search.cursor))
  if (search.in === 'people')
    return queryClient.ensureInfiniteQueryData(foundPeopleQuery(words, search.cursor))
  return queryClient.ensureInfiniteQueryData(postListQuery({ ...search, search: words, pinnedFirst: true }))
}
