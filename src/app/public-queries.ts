import { PUBLIC_API } from '../core/public-paths.ts'
import { contract } from './contract.ts'

interface PublicQuery {
  name: string
  path: RegExp
  parameters: ReadonlySet<string>
}

interface DeclaredOperation {
  route: { method?: string; path?: string }
  inputSchema?: { shape?: object }
}

/** All GET operations with a public, cached response. */
export const PUBLIC_QUERIES: readonly PublicQuery[] = [...queriesOf(contract)]

/** Returns the known parameters in a fixed order: "?author=mara&search=x". Others are not part of the cache key. */
export function normalizeQuery(path: string, query: string): string {
  const parameters = findQuestion(path)?.parameters
  // List parameters may have an index, as in `concepts[0]=…`.
  const isKnown = ([name]: [string, string]) => parameters?.has(name.replace(/\[.*$/s, ''))
  const known = new URLSearchParams([...new URLSearchParams(query)].filter(isKnown))
  known.sort()
  return known.size > 0 ? `?${known}` : ''
}

/** Accepts only the exact path of a public GET. oRPC ignores extra slashes, and each variant would be cached. */
export function isPublicQuery(path: string): boolean {
  return findQuestion(path) !== undefined
}

function findQuestion(path: string): PublicQuery | undefined {
  return PUBLIC_QUERIES.find((question) => question.path.test(path))
}

function* queriesOf(node: object, names: string[] = []): Generator<PublicQuery> {
  for (const [key, child] of Object.entries(node)) {
    const name = [...names, key]
    if (!('~orpc' in child)) yield* queriesOf(child, name)
    else {
      const { route, inputSchema } = child['~orpc'] as DeclaredOperation
      const path = `/api${route.path}`
      if (route.method !== 'GET' || !PUBLIC_API.test(path)) continue
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
      const parameters = Object.keys(inputSchema?.shape ?? {}).filter((each) => !inPath.includes(each))
      const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
      yield { name: name.join('.'), path: pattern, parameters: new Set(parameters) }
    }
  }
}
