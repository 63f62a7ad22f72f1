import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { createRouterClient, ORPCError, onError } from '@orpc/server'
import { isExpected, logUnexpected } from '../core/errors.server.ts'
import type { AppContext, AppServices } from './context.server.ts'
import { router } from './router.server.ts'

/** During page rendering, calls the API in process as a guest, so that no private data can reach the HTML. */
export function provideServerClient(services: AppServices): void {
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
        // The error appears in the page's HTML, so it must not reveal anything.
        if (!isExpected(error)) throw new ORPCError('INTERNAL_SERVER_ERROR')
      }),
    ],
  }) as typeof globalThis.$client
}

export const apiHandler = new OpenAPIHandler<AppContext>(router, {
  clientInterceptors: [onError((error, { context }) => logUnexpected(error, context))],
})
