import type { QueryClient } from '@tanstack/react-query'

/** What a query shows in the place of what it holds. The same object where nothing is to change. */
export type Instead = (data: unknown) => unknown

export type Item = Record<string, unknown>

/** The same data with other things in it: what becomes undefined is gone from lists, and `null` elsewhere. */
export function replaceIn(data: unknown, replace: (item: Item) => Item | undefined): unknown {
  const shown = replaced(data, replace)
  return data !== undefined && shown === undefined ? null : shown
}

function replaced(value: unknown, replace: (item: Item) => Item | undefined): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((each) => replaced(each, replace))
    if (items.every((each, index) => each === value[index])) return value
    return items.filter((each, index) => each !== undefined || value[index] === undefined)
  }
  const item = replace(value as Item)
  if (!item) return undefined
  const changes = Object.entries(item).flatMap(([name, part]) => {
    const other = replaced(part, replace)
    return other === part ? [] : [[name, other ?? null]]
  })
  return changes.length > 0 ? { ...item, ...Object.fromEntries(changes) } : item
}

/**
 * Shows all queries so, those on screen at once and others as they come. What they hold stays as it is, so that answers and
 * live events change that, and nothing has to be put back.
 */
export function showInstead(queryClient: QueryClient, all: Iterable<Instead>): void {
  const views = [...all]
  const select =
    views.length > 0 ? (data: unknown) => views.reduce((shown, view) => view(shown), data) : undefined
  const { queries, ...others } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, select } as typeof queries })
  for (const query of queryClient.getQueryCache().getAll())
    for (const observer of query.observers) observer.setOptions({ ...observer.options, select })
}

/** From here on they hold it, too, as old as they are. What is under way may be from before, and is asked for again. */
export function keepInstead(queryClient: QueryClient, view: Instead): void {
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
