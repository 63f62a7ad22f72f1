import { api } from '../../api/client.ts'

export function bestQuery() {
  return api.best.list.queryOptions()
}
