import { createRouterClient, ORPCError, onError } from '@orpc/server'
import type { ApiClient } from '../core/api-client.ts'
import { isExpected, logUnexpected } from '../core/errors.server.ts'
import { pageRendering } from '../core/page-rendering.ts'
import type { AppContext, AppServices } from './context.server.ts'
import { router } from './router.server.ts'

/** Context of the services that were created last. Tests create several in one process. */
let context: AppContext

/** Makes page rendering call the API in process as a guest, so that no private data can reach the HTML. */
export function providePageRendering(services: AppServices): void {
  const sender = { viewer: null, session: undefined, requestId: 'page', address: '' }
  context = { ...services, ...sender, db: services.visitorDb }
  pageRendering.sharedReads = services.sharedReads
  // Created once, because core/client.ts retains the first one.
  pageRendering.client ??= createRouterClient(router, {
    context: () => context,
    interceptors: [
      onError((error) => {
        logUnexpected(error, context)
        // The error appears in the page's HTML, so it must not reveal internals.
        if (!isExpected(error)) throw new ORPCError('INTERNAL_SERVER_ERROR')
      }),
    ],
  }) as ApiClient
}
