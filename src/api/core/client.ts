import { csrfToken } from '../../platform/csrf.ts'
import { dispatchPageEvent } from '../../platform/page-protocol.ts'
import { refuseSuspicious } from '../../platform/suspicious-address.ts'
import type { ApiClient, OperationName } from './api-client.ts'
import { createHttpClient } from './http-client.ts'
import { createQueryUtils } from './query-options.ts'
import { explainRateLimit } from './rate-limit-toast.ts'

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
  if (response.status === 429) await explainRateLimit(response)
  if (response.status === 403 && (await proofPrompt.ask?.(response))) return send(path, init, name, input)
  if (response.status === 403 && init.method !== 'GET')
    await explainRefusal?.(response.clone()).catch(() => {})
  if (response.status === 401) {
    // What is read for a member goes with them from the screen; what they pressed is theirs to finish.
    if (init.method !== 'GET') askToSignIn(name as OperationName, input)
    dispatchPageEvent('session-ended')
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
 * Says that an operation needs a member, instead of the failure that its caller is about to report, and offers the way to
 * sign in and back. What sets a state is done after that.
 */
export function askToSignIn(operation: OperationName, input?: unknown): void {
  promptSignIn?.(operation, input, lastMember.id)
}

/** `member`: id of the member who was signed in here last. */
export type SignInPrompt = (operation: OperationName, input: unknown, member: string | undefined) => void

let promptSignIn: SignInPrompt | undefined

/** Set by accounts, which know how to sign in and build on this client. */
export function setSignInPrompt(prompt: SignInPrompt): void {
  promptSignIn = prompt
}
