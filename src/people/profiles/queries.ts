import { api } from '../../core/client.ts'

export function profileQuery(username: string) {
  return api.profiles.read.queryOptions({ input: { username } })
}
