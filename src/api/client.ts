import type { ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import { askToSignIn } from '../features/accounts/sign-in-required.ts'
import { refuseSuspicious } from '../features/guard/addresses.ts'
import { csrfToken } from '../platform/csrf.ts'
import type { contract } from './contract.ts'
import { createHttpClient } from './http-client.ts'
import { createQueryUtils } from './query-options.ts'
import { tellHaste } from './too-fast.ts'

export type ApiClient = JsonifiedClient<ContractRouterClient<typeof contract>>

/** An operation by its group and its name in the contract. */
export type OperationName = {
  [Group in keyof ApiClient]: `${Group}.${keyof ApiClient[Group] & string}`
}[keyof ApiClient]

declare global {
  /** Set by client.server.ts: on the server the API is called directly, as a visitor, without HTTP. */
  var $client: ApiClient | undefined
}

/** Sent to the window when a call needed a member and the session is no more. */
export const SESSION_ENDED = 'session-ended'

/** The typed API: over HTTP in the browser, in process on the server. */
export const client: ApiClient = globalThis.$client ?? (createHttpClient(send) as ApiClient)

/** Query and mutation options for every operation: `api.posts.list.queryOptions({ input })`. */
export const api = createQueryUtils(client)

async function send(path: string, init: RequestInit, name: string, input: unknown): Promise<Response> {
  refuseSuspicious(path)
  const headers = { ...init.headers, 'x-csrf-token': csrfToken() }
  const response = await fetch(`/api${path}`, { ...init, headers })
  tellHaste(response)
  if (response.status === 401) {
    // What is read for a member goes with them from the screen; what they pressed is theirs to finish.
    if (init.method !== 'GET') askToSignIn(name as OperationName, input)
    dispatchEvent(new Event(SESSION_ENDED))
  }
  return response
}
