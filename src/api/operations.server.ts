import { isProcedure } from '@orpc/server'
import { GUARDS, type Guard } from './core/procedure.server.ts'
import type { TokenScope } from './core/token-scope.ts'
import { router } from './router.server.ts'

/** One operation of the API, as the router has it. */
export interface Operation {
  /** Dotted: `posts.create`. */
  name: string
  method: string
  /** With its parameters in braces: `/posts/{id}`. */
  path: string
  /** Of all that stand before it; there has to be exactly one. */
  guards: Guard[]
  /** Whether suspended members may do it. */
  whileSuspended: boolean
  /** Whether a session alone is not enough for it. */
  freshProof: boolean
  /** What an access token has to be good for; undefined: it takes none. */
  token: TokenScope | undefined
  procedure: unknown
}

/** What contracts say of an operation, as far as it is asked for here. */
interface Declared {
  whileSuspended?: boolean
  freshProof?: boolean
  token?: TokenScope
}

/** Every operation of the API. */
export const operations: Operation[] = [...walk(router)]

function* walk(node: object, path: string[] = []): Generator<Operation> {
  for (const [key, child] of Object.entries(node)) {
    if (!isProcedure(child)) yield* walk(child as object, [...path, key])
    else {
      const { middlewares, route, meta } = child['~orpc']
      const { whileSuspended, freshProof, token } = meta as Declared
      yield {
        name: [...path, key].join('.'),
        method: route.method ?? 'POST',
        path: route.path ?? '/',
        whileSuspended: route.method === 'GET' || whileSuspended === true,
        freshProof: freshProof === true,
        token,
        guards: middlewares.flatMap((middleware) => GUARDS.get(middleware) ?? []),
        procedure: child,
      }
    }
  }
}
