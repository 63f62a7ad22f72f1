import { queryOptions } from '@tanstack/react-query'
import { api, client } from '../../api/core/client.ts'
import { readShared } from '../../platform/shared-reads.ts'

export const communityQuery = () => api.community.read.queryOptions()

/** Counting twenty thousand rows is two thirds of a home page: not again for each post that is written. */
export const communityNumbersQuery = () =>
  queryOptions({
    queryKey: api.community.numbers.queryKey(),
    queryFn: () => readShared('community numbers', () => client.community.numbers()),
  })
