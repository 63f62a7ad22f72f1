import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, client } from '../../core/client.ts'
import { readShared } from '../../core/page-rendering.ts'
import { useFailureToast } from '../../ui/feedback/use-failure-toast.ts'
import type { ConceptDetails } from './contract.ts'

export type ConceptLabel = Pick<ConceptDetails, 'id' | 'name' | 'color'>

const STALE_AFTER_MS = 300_000

export function conceptsQuery() {
  return api.concepts.list.queryOptions()
}

export function conceptQuery(id: string) {
  return api.concepts.read.queryOptions({ input: { id } })
}

export function conceptLabelsQuery() {
  return queryOptions({
    queryKey: [...api.concepts.list.queryKey(), 'labels'],
    queryFn: import.meta.env.SSR ? () => readShared('concept labels', loadLabels) : loadLabels,
    staleTime: STALE_AFTER_MS,
  })
}

async function loadLabels(): Promise<ConceptLabel[]> {
  const { items } = await client.concepts.list()
  return items.map(({ id, name, color }) => ({ id, name, color }))
}

/** Returns all concepts. If loading fails, shows a toast and returns none: pages work without concepts. */
export function useConcepts(): ConceptLabel[] {
  const { data, isError } = useQuery(conceptLabelsQuery())
  useFailureToast(isError, 'Failed to load categories')
  return data ?? []
}
