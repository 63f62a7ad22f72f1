import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, client } from '../../core/client.ts'
import { readShared } from '../../core/page-rendering.ts'
import { useFailureToast } from '../../ui/feedback/use-failure-toast.ts'
import type { Category } from './contract.ts'

export type CategoryLabel = Pick<Category, 'id' | 'name' | 'color'>

const STALE_AFTER_MS = 300_000

export function conceptsQuery() {
  return api.categories.list.queryOptions()
}

export function conceptQuery(id: string) {
  return api.categories.read.queryOptions({ input: { id } })
}

export function categoryLabelsQuery() {
  return queryOptions({
    queryKey: [...api.categories.list.queryKey(), 'labels'],
    queryFn: import.meta.env.SSR ? () => readShared('category labels', loadLabels) : loadLabels,
    staleTime: STALE_AFTER_MS,
  })
}

async function loadLabels(): Promise<CategoryLabel[]> {
  const { items } = await client.categories.list()
  return items.map(({ id, name, color }) => ({ id, name, color }))
}

/** Shows a toast and returns an empty list if loading fails, because pages work without categories. */
export function useCategories(): CategoryLabel[] {
  const { data, isError } = useQuery(categoryLabelsQuery())
  useFailureToast(isError, 'Failed to load categories')
  return data ?? []
}
