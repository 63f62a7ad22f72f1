import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { createRouterClient, ORPCError, onError } from '@orpc/server'
import type { Context, Services } from './core/context.server.ts'
import { isExpected, logUnexpected } from './core/errors.server.ts'
import { router } from './router.server.ts'

/** While a page is rendered the API is called in process, as a visitor: nothing private can reach the HTML. */
export function provideServerClient(services: Services): void {
  services.siteSettings.watch((site) => {
    globalThis.$site = site
  })
  globalThis.$sharedReads = services.sharedReads
  const context = { ...services, db: services.visitorDb, viewer: null, requestId: 'page', address: '' }
  globalThis.$client = createRouterClient(router, {
    context,
    interceptors: [
      onError((error) => {
        logUnexpected(error, context)
        // What is thrown here ends up in the page's HTML: an unexpected error says nothing there.
        if (!isExpected(error)) throw new ORPCError('INTERNAL_SERVER_ERROR')
      }),
    ],
  }) as typeof globalThis.$client
}

/** REST for everybody, typed procedures for us. */
export const apiHandler = new OpenAPIHandler<Context>(router, {
  clientInterceptors: [onError((error, { context }) => logUnexpected(error, context))],
})
