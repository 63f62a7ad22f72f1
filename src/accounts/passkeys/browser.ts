import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { AccountError, readPasskeyChallenge, submitPasskey } from '../sign-in/auth-client.ts'
import type { NewPasskey, PasskeyAnswer } from './schema.ts'

/** Creates a passkey. `options` are the server's. Throws AccountError. */
export async function createPasskey(options: unknown): Promise<NewPasskey> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  return asked(CREATING, () => startRegistration({ optionsJSON })) as Promise<NewPasskey>
}

export async function requestPasskey(
  options: unknown,
  isAutofill = false,
): Promise<PasskeyAnswer['response']> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  const ask = () => startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill })
  return asked(USING, ask) as Promise<PasskeyAnswer['response']>
}

/** Prompts for a passkey. With `isAutofill`, the browser lists passkeys below the email field instead. */
export async function signInWithPasskey(isAutofill = false): Promise<void> {
  const { options, ticket } = await readPasskeyChallenge()
  await submitPasskey({ ticket, response: await requestPasskey(options, isAutofill) })
}

const RENEW_MS = 4 * 60_000

/** Offers passkeys in autofill until the returned function is called. Calls `onSignedIn` at most once. */
export function offerPasskeys(onSignedIn: () => void, onRefused: (error: AccountError) => void): () => void {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = 0
  const offer = async () => {
    if (isOver) return
    // A hidden page offers passkeys only once it is visible.
    if (document.hidden) return document.addEventListener('visibilitychange', offer, { once: true })
    const own = ++turn
    timer = setTimeout(offer, RENEW_MS)
    try {
      await signInWithPasskey(true)
      if (!isOver) onSignedIn()
    } catch (error) {
      if (isOver || own !== turn || !(error instanceof AccountError)) return
      // The sign-in button's own prompt has cancelled this offer, which must not be renewed then.
      if (error.code === 'PASSKEY_CANCELLED') clearTimeout(timer)
      if (error.code !== 'PASSKEY_REFUSED') return
      onRefused(error)
      clearTimeout(timer)
      await offer()
    }
  }
  void offer()
  return () => {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', offer)
    WebAuthnAbortService.cancelCeremony()
  }
}

const CREATING = {
  cancelled: 'The passkey wasn’t created: it was cancelled or took too long.',
  failed: 'This device couldn’t create a passkey. Try another device.',
}
const USING = {
  cancelled: 'The passkey wasn’t used: it was cancelled, or there’s no passkey for this forum.',
  failed: 'This device couldn’t use a passkey. Try another way to sign in.',
}

async function asked<T>(words: typeof USING, ask: () => Promise<T>): Promise<T> {
  if (typeof PublicKeyCredential === 'undefined') throw new AccountError('PASSKEY_UNKNOWN', UNSUPPORTED)
  try {
    return await ask()
  } catch (error) {
    throw inWords(error, words)
  }
}

/** Converts an error to a message. Browsers report few reasons, for privacy. */
function inWords(error: unknown, { cancelled, failed }: typeof USING): AccountError {
  const { name } = ((error as Error).cause ?? error) as Error
  if (name === 'NotAllowedError' || name === 'AbortError')
    return new AccountError('PASSKEY_CANCELLED', cancelled)
  if (name === 'InvalidStateError') return new AccountError('PASSKEY_THERE', THERE)
  if (name === 'SecurityError') return new AccountError('PASSKEY_UNKNOWN', UNSUPPORTED)
  return new AccountError('PASSKEY_FAILED', failed)
}

const THERE = 'This device already has a passkey for this account.'
const UNSUPPORTED = 'Passkeys don’t work in this browser or at this address.'
