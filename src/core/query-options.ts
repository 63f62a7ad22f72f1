import type { RouterUtils } from '@orpc/tanstack-query'
import type { ApiClient } from './api-client.ts'
import operations from './contract.gen.json'
import { PUBLIC_API } from './public-paths.ts'

type SupportedUtil =
  | 'key'
  | 'queryKey'
  | 'queryOptions'
  | 'infiniteKey'
  | 'infiniteOptions'
  | 'mutationOptions'
type Options<Utils> = 'queryOptions' extends keyof Utils
  ? Pick<Utils, SupportedUtil & keyof Utils>
  : { [Name in keyof Utils]: Name extends 'key' ? Utils[Name] : Options<Utils[Name]> }

export type QueryUtils = Options<RouterUtils<ApiClient>>

type Call = (input: unknown, options?: { signal?: AbortSignal }) => Promise<unknown>
interface OptionsInput {
  input?: unknown
  queryKey?: unknown
}
interface InfiniteOptionsInput {
  input: (page: unknown) => unknown
  initialPageParam: unknown
  queryKey?: unknown
}

/** Returns query options with the keys and types of `@orpc/tanstack-query`, which would add 3 KB to a page. */
export function createQueryUtils(client: ApiClient): QueryUtils {
  return utilsOf(client, []) as QueryUtils
}

function utilsOf(client: unknown, path: string[]): unknown {
  const own: Record<string, unknown> = operationUtils(client as Call, path)
  return new Proxy(own, {
    get: (_, name) =>
      typeof name === 'string'
        ? (own[name] ?? utilsOf((client as Record<string, unknown>)[name], [...path, name]))
        : undefined,
  })
}

function operationUtils(call: Call, path: string[]) {
  const queryKey = (given: OptionsInput = {}) => given.queryKey ?? keyOf(path, 'query', given.input)
  const infiniteKey = ({ queryKey, input, initialPageParam }: InfiniteOptionsInput) =>
    queryKey ?? keyOf(path, 'infinite', input(initialPageParam))
  return {
    key: (given?: OptionsInput) => keyOf(path, undefined, given?.input),
    queryKey,
    queryOptions: (given: OptionsInput = {}) => ({
      queryFn: ({ signal }: { signal: AbortSignal }) => call(given.input, { signal }),
      ...given,
      queryKey: queryKey(given),
    }),
    infiniteKey,
    infiniteOptions: (given: InfiniteOptionsInput) => ({
      queryFn: ({ pageParam, signal }: { pageParam: unknown; signal: AbortSignal }) =>
        call(given.input(pageParam), { signal }),
      ...given,
      queryKey: infiniteKey(given),
    }),
    mutationOptions: (given: object = {}) => ({
      mutationKey: keyOf(path, 'mutation'),
      mutationFn: (input: unknown) => call(input),
      ...given,
    }),
  }
}

/** Returns options for an infinite query. Each page contains the cursor of the next. `start` is the first cursor. */
export function cursorPages<Input extends object>(input: Input, start?: string) {
  return {
    input: (cursor: string | undefined): Input & { cursor?: string } => ({
      ...input,
      ...(cursor && { cursor }),
    }),
    initialPageParam: start,
    getNextPageParam: (last: { next: string | null }) => last.next ?? undefined,
  }
}

/** Whether to drop a query when the viewer changes: all except public GETs and keys that begin with 'public'. */
export function isPrivateQuery({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean {
  if (!Array.isArray(path)) return path !== 'public'
  const operation = (operations as Record<string, string>)[path.join('.')]
  return !PUBLIC_API.test(String(operation).replace('GET ', '/api'))
}

function keyOf(path: string[], type?: string, input?: unknown) {
  return [path, { ...(input !== undefined && { input }), ...(type !== undefined && { type }) }]
}
