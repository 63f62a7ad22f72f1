import { api } from '../../api/core/client.ts'

/** For moderators and admins: what was set against a member. */
export function memberSanctionsQuery(username: string) {
  return api.sanctions.list.queryOptions({ input: { username }, staleTime: 0 })
}
