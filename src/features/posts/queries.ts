import { api } from '../../api/core/client.ts'

export function postQuery(id: string) {
  return api.posts.read.queryOptions({ input: { id } })
}

export function neighboursQuery(id: string) {
  return api.posts.neighbours.queryOptions({ input: { id } })
}

export function relatedQuery(id: string) {
  return api.posts.related.queryOptions({ input: { id } })
}
