import { createORPCClient } from '@orpc/client'
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { csrfToken } from '../platform/csrf.ts'
import paths from './contract.gen.json'
import type { contract } from './contract.ts'
import { tellHaste } from './too-fast.ts'

export type ApiClient = JsonifiedClient<ContractRouterClient<typeof contract>>

declare global {
  /** Set by client.server.ts: on the server the API is called directly, as a visitor, without HTTP. */
  var $client: ApiClient | undefined
}

/** Sent to the window when a call needed a member and the session is no more. */
export const SESSION_ENDED = 'session-ended'

/** The typed API: over HTTP in the browser, in process on the server. */
export const client: ApiClient = globalThis.$client ?? createORPCClient(browserLink())

/** Query and mutation options for every operation: `api.posts.list.queryOptions({ input })`. */
export const api = createTanstackQueryUtils(client)

function browserLink() {
  return new OpenAPILink(paths as unknown as AnyContractRouter, {
    url: () => `${location.origin}/api`,
    headers: (_options, _path) => ({ 'x-csrf-token': csrfToken() }),
    fetch: async (request, init) => {
      const response = await fetch(request, init)
      tellHaste(response)
      if (response.status === 401) dispatchEvent(new Event(SESSION_ENDED))
      return response
    },
  })
}
