import type { ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import { refuseSuspicious } from '../features/guard/addresses.ts'
import { csrfToken } from '../platform/csrf.ts'
import { toastInstead } from '../ui/toast.ts'
import type { contract } from './contract.ts'
import { createHttpClient } from './http-client.ts'
import { createQueryUtils } from './query-options.ts'

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
  if (response.status === 429)
    await import('./too-fast.ts').then(
      ({ tellHaste }) => tellHaste(response),
      () => {}, // Then the caller says that it failed.
    )
  if (response.status === 401) {
    // What is read for a member goes with them from the screen; what they pressed is theirs to finish.
    const asked = init.method !== 'GET' && askToSignIn(name as OperationName, input)
    dispatchEvent(new Event(SESSION_ENDED))
    await asked
  }
  return response
}

/** Whom this tab showed last: what is asked for after their session has ended is still theirs. */
export const lastMember: { id?: string } = {}

/**
 * Says that an operation needs a member, in the place of what its caller is about to say of the failure, and offers the
 * way to sign in and back; what sets a state is done after that. The code for it comes with the first need of it.
 */
export async function askToSignIn(operation: OperationName, input?: unknown): Promise<void> {
  const { id } = lastMember
  await import('../features/accounts/sign-in-required.ts').then(
    ({ explainSignIn }) => explainSignIn(operation, input, id),
    () => toastInstead({ kind: 'error', title: 'Sign in required' }),
  )
}
