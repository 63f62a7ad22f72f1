import { isProcedure } from '@orpc/server'
import { GUARDS, type Guard } from './core/procedure.server.ts'
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
  procedure: unknown
}

/** Every operation of the API. */
export const operations: Operation[] = [...walk(router)]

function* walk(node: object, path: string[] = []): Generator<Operation> {
  for (const [key, child] of Object.entries(node)) {
    if (!isProcedure(child)) yield* walk(child as object, [...path, key])
    else {
      const { middlewares, route, meta } = child['~orpc']
      yield {
        name: [...path, key].join('.'),
        method: route.method ?? 'POST',
        path: route.path ?? '/',
        whileSuspended:
          route.method === 'GET' || (meta as { whileSuspended?: boolean }).whileSuspended === true,
        guards: middlewares.flatMap((middleware) => GUARDS.get(middleware) ?? []),
        procedure: child,
      }
    }
  }
}
