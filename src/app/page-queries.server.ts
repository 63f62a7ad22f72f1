import type { AnyRoute } from '@tanstack/react-router'
import { parseQuery, writeQuery } from '../platform/http/query-string.ts'
import { getRouter } from './router.tsx'

const router = getRouter()

export function pageQuery(path: string, query: string): string {
  const search = parseQuery(query)
  const known = routesOf(path).flatMap((route) => {
    const { validateSearch } = route.options
    return typeof validateSearch === 'function' ? Object.entries(validateSearch(search) as object) : []
  })
  return writeQuery(Object.fromEntries(known.sort(([one], [other]) => (one < other ? -1 : 1))))
}

function routesOf(path: string): readonly AnyRoute[] {
  try {
    const [matched] = router.getMatchedRoutes(path)
    return matched
  } catch {
    // The URL is malformed.
    return []
  }
}
