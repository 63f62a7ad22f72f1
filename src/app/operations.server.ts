import { isProcedure } from '@orpc/server'
import { GUARDS, type Guard } from '../core/procedure.server.ts'
import type { TokenScope } from '../core/token-scope.ts'
import { router } from './router.server.ts'

export interface ApiOperation {
  /** For example `posts.create`. */
  name: string
  method: string
  /** For example `/posts/{id}`. */
  path: string
  guards: Guard[]
  whileSuspended: boolean
  freshProof: boolean
  /** The scope that an access token needs. Undefined if no token is accepted. */
  token: TokenScope | undefined
  procedure: unknown
}

interface OperationMeta {
  whileSuspended?: boolean
  freshProof?: boolean
  token?: TokenScope
}

export const operations: ApiOperation[] = [...walk(router)]

function* walk(node: object, path: string[] = []): Generator<ApiOperation> {
  for (const [key, child] of Object.entries(node)) {
    if (!isProcedure(child)) yield* walk(child as object, [...path, key])
    else {
      const { middlewares, route, meta } = child['~orpc']
      const { whileSuspended, freshProof, token } = meta as OperationMeta
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
