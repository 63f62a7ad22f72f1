import { createRouterClient, ORPCError, onError } from '@orpc/server'
import type { ApiClient } from '../core/api-client.ts'
import { isExpected, logUnexpected } from '../core/errors.server.ts'
import { pageRendering } from '../core/page-rendering.ts'
import type { AppServices } from './context.server.ts'
import { router } from './router.server.ts'

/** Makes page rendering call the API in process as a guest, so that no private data can reach the HTML. */
export function providePageRendering(services: AppServices): void {
  pageRendering.sharedReads = services.sharedReads
  const context = { ...services, db: services.visitorDb, viewer: null, requestId: 'page', address: '' }
  pageRendering.client = createRouterClient(router, {
    context,
    interceptors: [
      onError((error) => {
        logUnexpected(error, context)
        // The error appears in the page's HTML, so it must not reveal internals.
        if (!isExpected(error)) throw new ORPCError('INTERNAL_SERVER_ERROR')
      }),
    ],
  }) as ApiClient
}
