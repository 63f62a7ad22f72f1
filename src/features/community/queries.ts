import { api } from '../../api/core/client.ts'

export const communityQuery = () => api.community.read.queryOptions()

export const communityNumbersQuery = () => api.community.numbers.queryOptions()
