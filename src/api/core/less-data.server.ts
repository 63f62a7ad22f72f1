import type { DehydratedState } from '@tanstack/react-query'
import { PAGE_DATA, writePageData } from './page-data.tsx'

/** The page without its longest queries, shorter by `bytes` if these are enough: the application asks the API for them. */
export function withLessData(html: string, bytes: number): string {
  return html.replace(PAGE_DATA, (json) => {
    const state: DehydratedState = JSON.parse(json)
    const bySize = state.queries
      .map((query) => ({
        query,
        size: Buffer.byteLength(writePageData({ mutations: [], queries: [query] })),
      }))
      .sort((a, b) => b.size - a.size)
    let saved = 0
    const left = new Set(state.queries)
    for (const { query, size } of bySize) {
      if (saved >= bytes) break
      left.delete(query)
      saved += size
    }
    return writePageData({ ...state, queries: [...left] })
  })
}
