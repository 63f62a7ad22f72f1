import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, client } from '../../../core/client.ts'
import type { CardPage } from '../card/post-card.tsx'
import { sortOf } from '../policy.ts'
import type { ListSearch } from './search-params.ts'

export interface ListOptions extends Omit<ListSearch, 'following'> {
  pinnedFirst?: boolean
}

/** Query for the pages of a list, beginning at the cursor in the URL. */
export function postListQuery(options: ListOptions) {
  const input = (cursor: string | undefined) => ({ ...filtersOf(options), ...(cursor && { cursor }) })
  const initialPageParam = options.cursor
  return infiniteQueryOptions({
    queryKey: api.posts.list.infiniteKey({ input, initialPageParam }),
    queryFn: ({ pageParam, signal }): Promise<CardPage> => client.posts.list(input(pageParam), { signal }),
    initialPageParam,
    getNextPageParam: (last: CardPage) => last.next ?? undefined,
  })
}

export function firstPage(options: ListOptions): Promise<CardPage> {
  return client.posts.list(filtersOf(options))
}

function filtersOf({ search, time, concepts, pinnedFirst, ...order }: ListOptions) {
  const sort = sortOf({ search, ...order })
  return {
    sort,
    ...(search && { search }),
    ...(time && { time }),
    // Sent as a string, so that equal lists have the same URL and share a cached response.
    ...(concepts && { concepts: concepts.join(',') }),
    ...(pinnedFirst && sort === 'newest' && !search && { pinned: 'first' as const }),
  }
}

/** Filters that can be applied to live events: every period includes a new post, and events list concepts. */
const KNOWN = new Set(['time', 'concepts', 'sort', 'pinnedFirst'])

/** Whether new posts appear at the top of this list, so that live events can announce them. */
export function takesNewPosts(options: ListOptions): boolean {
  const filters = Object.entries(options).filter(([, value]) => value !== undefined && value !== false)
  return sortOf(options) === 'newest' && filters.every(([name]) => KNOWN.has(name))
}
