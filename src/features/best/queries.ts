import { api } from '../../api/core/client.ts'

export function bestQuery() {
  return api.best.list.queryOptions()
}
