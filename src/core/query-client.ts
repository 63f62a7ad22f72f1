import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query'

/**
 * A query client whose `invalidateQueries` also refetches queries that are loading for the first time. TanStack
 * Query would accept the response under way, although the server may have sent it before the change.
 */
export class ForumQueryClient extends QueryClient {
  override async invalidateQueries(
    filters?: InvalidateQueryFilters,
    options?: InvalidateOptions,
  ): Promise<void> {
    const loading = new Set(
      this.getQueryCache()
        .findAll(filters)
        .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching'),
    )
    await super.invalidateQueries(filters, options)
    if (loading.size > 0)
      await super.invalidateQueries({ ...filters, predicate: (query) => loading.has(query) }, options)
  }
}
