import { api } from '../../api/core/client.ts'

export function appealQuery(actionId: string) {
  return api.appeals.read.queryOptions({ input: { id: actionId }, staleTime: 0, retry: false })
}
