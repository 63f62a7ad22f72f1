import type { QueryClient } from '@tanstack/react-query'
import { postListQuery } from '../posts/list/list-queries.ts'
import { leaveErrorToBoundary } from '../site/list-boundary.tsx'
import { foundCommentsQuery, foundNotesQuery, foundPeopleQuery, summaryQuery } from './queries.ts'
import type { Search } from './search-params.ts'
import { shownWords } from './shown-words.ts'

/** What a search shows. Which words it goes by is known first: how they are usually spelt may find more. */
export async function loadSearch(queryClient: QueryClient, search: Search): Promise<void> {
  // Without it the page has no numbers, and its words stay as they are.
  const summary = await queryClient.ensureQueryData(summaryQuery(search)).catch(() => undefined)
  await loadList(queryClient, search, shownWords(search, summary)).catch(leaveErrorToBoundary)
}

function loadList(queryClient: QueryClient, search: Search, words: string): Promise<unknown> {
  if (search.in === 'comments')
    return queryClient.ensureInfiniteQueryData(foundCommentsQuery(words, search.cursor))
  if (search.in === 'notes') return queryClient.ensureInfiniteQueryData(foundNotesQuery(words, search.cursor))
  if (search.in === 'people')
    return queryClient.ensureInfiniteQueryData(foundPeopleQuery(words, search.cursor))
  return queryClient.ensureInfiniteQueryData(postListQuery({ ...search, search: words, pinnedFirst: true }))
}
