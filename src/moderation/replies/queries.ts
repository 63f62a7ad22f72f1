import { api } from '../../core/client.ts'

export const savedRepliesQuery = () => api.savedReplies.list.queryOptions({ staleTime: 60_000 })
