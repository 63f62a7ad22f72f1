import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, client } from '../../../api/core/client.ts'
import type { CardPage } from '../card/card.ts'
import { sortOf } from '../policy.ts'
import type { ListSearch } from './search-params.ts'

export interface ListOptions extends Omit<ListSearch, 'following'> {
  /** Pinned posts before all others: the forum's own list. */
  pinnedFirst?: boolean
}

/** A list as it grows, from the page that the address asks for. */
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

/** The beginning of a list, as it is now. */
export function firstPage(options: ListOptions): Promise<CardPage> {
  return client.posts.list(filtersOf(options))
}

function filtersOf({ search, time, categories, pinnedFirst, ...order }: ListOptions) {
  const sort = sortOf({ search, ...order })
  return {
    sort,
    ...(search && { search }),
    ...(time && { time }),
    // One text, so that the same list has the same address.
    ...(categories && { categories: categories.join(',') }),
    ...(pinnedFirst && sort === 'newest' && !search && { pinned: 'first' as const }),
  }
}
