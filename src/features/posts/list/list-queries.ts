import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, client } from '../../../api/core/client.ts'
import type { CardPage } from '../card/post-card.tsx'
import { sortOf } from '../policy.ts'
import type { ListSearch } from './search-params.ts'

export interface ListOptions extends Omit<ListSearch, 'following'> {
  pinnedFirst?: boolean
}

/** The pages of a list, from the cursor of the address on. */
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

function filtersOf({ search, time, categories, pinnedFirst, ...order }: ListOptions) {
  const sort = sortOf({ search, ...order })
  return {
    sort,
    ...(search && { search }),
    ...(time && { time }),
    // Text, so that the same list has the same address.
    ...(categories && { categories: categories.join(',') }),
    ...(pinnedFirst && sort === 'newest' && !search && { pinned: 'first' as const }),
  }
}

/** Filters that can be compared with a live event: a new post matches each time, and its event has its concepts. */
const KNOWN = new Set(['time', 'categories', 'sort', 'pinnedFirst'])

/** Whether a new post belongs at the top of this list. */
export function takesNewPosts(options: ListOptions): boolean {
  const filters = Object.entries(options).filter(([, value]) => value !== undefined && value !== false)
  return sortOf(options) === 'newest' && filters.every(([name]) => KNOWN.has(name))
}
