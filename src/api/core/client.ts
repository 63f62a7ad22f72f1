import { csrfToken } from '../../platform/csrf.ts'
import { dispatchPageEvent } from '../../platform/page-protocol.ts'
import { refuseSuspicious } from '../../platform/suspicious-address.ts'
import { toastInstead } from '../../ui/feedback/toast.ts'
import { whenAtRest } from '../../ui/when-at-rest.ts'
import type { ApiClient, OperationName } from './api-client.ts'
import { createHttpClient } from './http-client.ts'
import { createQueryUtils } from './query-options.ts'

declare global {
  /** Set by client.server.ts: on the server the API is called directly, as a visitor, without HTTP. */
  var $client: ApiClient | undefined
}

/** The typed API: over HTTP in the browser, in process on the server. */
export const client: ApiClient = globalThis.$client ?? (createHttpClient(send) as ApiClient)

/** Query and mutation options for every operation: `api.posts.list.queryOptions({ input })`. */
export const api = createQueryUtils(client)

async function send(path: string, init: RequestInit, name: string, input: unknown): Promise<Response> {
  refuseSuspicious(path)
  const headers = { ...init.headers, 'x-csrf-token': csrfToken() }
  const response = await fetch(`/api${path}`, { ...init, headers })
  if (response.status === 429)
    await import('./rate-limit-toast.ts').then(
      ({ explainRateLimit }) => explainRateLimit(response),
      () => {}, // Then the caller says that it failed.
    )
  if (response.status === 403 && (await proofPrompt.ask?.(response))) return send(path, init, name, input)
  if (response.status === 403 && init.method !== 'GET')
    await explainRefusal?.(response.clone()).catch(() => {})
  if (response.status === 401) {
    // What is read for a member goes with them from the screen; what they pressed is theirs to finish.
    const asked = init.method !== 'GET' && askToSignIn(name as OperationName, input)
    dispatchPageEvent('session-ended')
    await asked
  }
  return response
}

let explainRefusal: ((response: Response) => Promise<void>) | undefined

/** Who says what holds a member back, where an answer tells: sanctions know, and build on this client. */
export function setRefusalExplanation(explain: (response: Response) => Promise<void>): void {
  explainRefusal = explain
}

/**
 * Asks for the password when this is what a refusal (403) is about, and answers whether the call may be made again. Pages
 * with something that needs it (proven.ts) set it, by importing accounts/security/ask-for-proof.tsx: guests load none of it.
 */
export const proofPrompt: { ask?: (refusal: Response) => Promise<boolean> } = {}

/** Whom this tab showed last: what is asked for after their session has ended is still theirs. */
export const lastMember: { id?: string } = {}

/**
 * Says that an operation needs a member, in the place of what its caller is about to say of the failure, and offers the
 * way to sign in and back; what sets a state is done after that. Its code is loaded once the page is at rest.
 */
export async function askToSignIn(operation: OperationName, input?: unknown): Promise<void> {
  await loadSignInPrompt?.().then(
    (prompt) => prompt(operation, input, lastMember.id),
    // Its code does not come, as over a broken line: the way there is loaded by the browser.
    () => {
      const { pathname, search, hash } = location
      const href = `/auth?redirect=${encodeURIComponent(pathname + search + hash)}`
      const action = { label: 'Sign In', onPress: () => location.assign(href) }
      toastInstead({ kind: 'error', title: 'Sign in required', action })
    },
  )
}

/** `member`: who was signed in here last. */
export type SignInPrompt = (operation: OperationName, input: unknown, member: string | undefined) => void

let loadSignInPrompt: (() => Promise<SignInPrompt>) | undefined

/** Which code asks to sign in: accounts know how, and build on this client. */
export function setSignInPrompt(load: () => Promise<SignInPrompt>): void {
  loadSignInPrompt = load
  whenAtRest(() => load().catch(() => undefined))
}
