import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { onError } from '@orpc/server'
import type { Context } from './core/context.server.ts'
import { logUnexpected } from './core/errors.server.ts'
import { router } from './router.server.ts'

/** REST for everybody, typed procedures for us. */
export const apiHandler = new OpenAPIHandler<Context>(router, {
  clientInterceptors: [onError((error, { context }) => logUnexpected(error, context))],
})
