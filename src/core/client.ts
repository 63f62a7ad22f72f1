import { csrfToken } from '../platform/http/csrf.ts'
import { dispatchPageEvent, GUEST_CHECK_HEADER } from '../platform/http/page-protocol.ts'
import { refuseSuspicious } from '../platform/http/suspicious-address.ts'
import type { ApiClient, OperationName } from './api-client.ts'
import { createHttpClient } from './http-client.ts'
import { pageRendering } from './page-rendering.ts'
import { createQueryUtils } from './query-options.ts'
import { explainRateLimit } from './rate-limit-toast.ts'
import { fetchWithProgress } from './upload.ts'

export const client: ApiClient = pageRendering.client ?? (createHttpClient(send) as ApiClient)

/** Query options for all operations: `api.posts.list.queryOptions({ input })`. */
export const api = createQueryUtils(client)

/** Returns a client whose uploads report the share of the file that was sent, from 0 to 1. */
export function createUploader(onProgress: (share: number) => void): ApiClient {
  const transfer = fetchWithProgress(onProgress)
  return createHttpClient((...call) => send(...call, transfer)) as ApiClient
}

async function send(
  path: string,
  init: RequestInit,
  name: string,
  input: unknown,
  transfer: (path: string, init: RequestInit) => Promise<Response> = fetch,
): Promise<Response> {
  refuseSuspicious(path)
  const headers = { ...init.headers, 'x-csrf-token': csrfToken() }
  const response = await transfer(`/api${path}`, { ...init, headers })
  if (response.status === 503 && response.headers.has(GUEST_CHECK_HEADER) && (await prompts.pass?.()))
    return transfer(`/api${path}`, { ...init, headers })
  if (response.status === 429) await explainRateLimit(response)
  if (response.status === 403 && (await confirmIdentity(response)))
    return send(path, init, name, input, transfer)
  if (response.status === 403 && init.method !== 'GET')
    await prompts.refusal?.(response.clone()).catch(() => {})
  if (response.status === 401) {
    // Only a write prompts for a sign-in, after which it is repeated. A read just fails.
    if (init.method !== 'GET') askToSignIn(name as OperationName, input)
    dispatchPageEvent('session-ended')
  }
  return response
}

/** Asks for the password after a PROOF_REQUIRED refusal (403). Returns whether to repeat the call. */
export async function confirmIdentity(refusal: Response): Promise<boolean> {
  const { code } = await refusal
    .clone()
    .json()
    .catch(() => ({}))
  return code === 'PROOF_REQUIRED' && (await prompts.proof?.()) === true
}

/** Id of the last member signed in on this tab. Their session may have ended since. */
export const lastMember: { id?: string } = {}

/** Shows a sign-in prompt instead of the caller's error message. The action is repeated afterwards. */
export function askToSignIn(operation: OperationName, input?: unknown, onSignedIn?: () => void): void {
  prompts.signIn?.(operation, input, lastMember.id, onSignedIn)
}

interface Prompts {
  /** Earns a pass during a flood. Returns whether to repeat the call. */
  pass: () => Promise<boolean>
  proof: () => Promise<boolean>
  refusal: (response: Response) => Promise<void>
  /** `member`: id of the member who was last signed in here. */
  signIn: (
    operation: OperationName,
    input: unknown,
    member: string | undefined,
    onSignedIn: (() => void) | undefined,
  ) => void
}

/** Dialogs and toasts of areas that depend on this client. Set by app/wiring.ts. */
export const prompts: Partial<Prompts> = {}
