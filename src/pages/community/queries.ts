import { queryOptions } from '@tanstack/react-query'
import { api, client } from '../../core/client.ts'
import { readShared } from '../../core/page-rendering.ts'

export const communityQuery = () => api.community.read.queryOptions()

/** Pages share the result, because counting 20,000 rows takes two thirds of the home page's render time. */
export const communityCountsQuery = () =>
  queryOptions({
    queryKey: api.community.numbers.queryKey(),
    queryFn: () => readShared('community numbers', () => client.community.numbers()),
  })
