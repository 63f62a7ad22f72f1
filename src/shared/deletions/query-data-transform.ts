import type { QueryClient } from '@tanstack/react-query'

/** Maps cached query data to the data that the page shows. Returns the same object if nothing changes. */
export type QueryDataTransform = (data: unknown) => unknown

export type DataItem = Record<string, unknown>

/** Replaces items in nested data. Where `replace` returns undefined, drops the list item or sets null. */
export function replaceItems(data: unknown, replace: (item: DataItem) => DataItem | undefined): unknown {
  const shown = replaced(data, replace)
  return data !== undefined && shown === undefined ? null : shown
}

function replaced(value: unknown, replace: (item: DataItem) => DataItem | undefined): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((each) => replaced(each, replace))
    if (items.every((each, index) => each === value[index])) return value
    return items.filter((each, index) => each !== undefined || value[index] === undefined)
  }
  const item = replace(value as DataItem)
  if (!item) return undefined
  const changes = Object.entries(item).flatMap(([name, part]) => {
    const other = replaced(part, replace)
    return other === part ? [] : [[name, other ?? null]]
  })
  return changes.length > 0 ? { ...item, ...Object.fromEntries(changes) } : item
}

/** Applies the transforms to all queries through `select`. Cached data is unchanged, so undo is possible. */
export function applyTransforms(queryClient: QueryClient, all: Iterable<QueryDataTransform>): void {
  const views = [...all]
  const select =
    views.length > 0 ? (data: unknown) => views.reduce((shown, view) => view(shown), data) : undefined
  const { queries, ...others } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, select } as typeof queries })
  for (const query of queryClient.getQueryCache().getAll())
    for (const observer of query.observers) observer.setOptions({ ...observer.options, select })
}

/** Writes transformed data to the cache without renewing its age. Repeats requests that began before. */
export function commitTransform(queryClient: QueryClient, view: QueryDataTransform): void {
  for (const { queryKey, state } of queryClient.getQueryCache().getAll()) {
    const shown = view(state.data)
    if (shown === state.data) continue
    queryClient.setQueryData(queryKey, shown, { updatedAt: state.dataUpdatedAt })
    if (state.isInvalidated || state.fetchStatus === 'fetching')
      void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: refetched(state.fetchStatus) })
  }
}

function refetched(status: string): 'active' | 'none' {
  return status === 'fetching' ? 'active' : 'none'
}
