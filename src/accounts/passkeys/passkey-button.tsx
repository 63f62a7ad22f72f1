import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { AccountError } from '../sign-in/auth-client.ts'

export function PasskeyButton({ onSignedIn }: { onSignedIn: () => Promise<unknown> }) {
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [offering, setOffering] = useState(0)
  const greet = useRef(onSignedIn)
  greet.current = onSignedIn
  const fail = (error: unknown) =>
    setFailure(error instanceof AccountError ? error.message : 'Please try again.')
  useAutofill(
    offering,
    () => greet.current().catch(fail),
    (error) => setFailure(error.message),
  )
  const press = async () => {
    setPending(true)
    setFailure(undefined)
    try {
      const { signInWithPasskey } = await import('./browser.ts')
      await signInWithPasskey()
      await onSignedIn()
    } catch (error) {
      fail(error)
      // The prompt cancelled the autofill offer in the form, so the offer starts again.
      setOffering(offering + 1)
    } finally {
      setPending(false)
    }
  }
  return (
    <div className="mt-3 grid gap-3">
      <Button
        kind="quiet"
        className="min-h-11"
        pending={isPending}
        pendingLabel="Waiting for your passkey..."
        onClick={press}
      >
        Sign in with a passkey
      </Button>
      {failure && (
        <p role="alert" className="text-bad">
          {failure}
        </p>
      )}
    </div>
  )
}

/** Offers passkeys in the autofill of the form. A new value of `turn` restarts the offer. */
function useAutofill(turn: number, onSignedIn: () => void, onRefused: (error: AccountError) => void) {
  const latest = useRef({ onSignedIn, onRefused })
  latest.current = { onSignedIn, onRefused }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn restarts the offer
  useEffect(() => {
    let isGone = false
    let end: (() => void) | undefined
    void isAutofillAvailable().then(async (isAvailable) => {
      if (!isAvailable || isGone) return
      const browser = await import('./browser.ts').catch(() => undefined)
      if (isGone || !browser) return
      end = browser.offerPasskeys(
        () => latest.current.onSignedIn(),
        (error) => latest.current.onRefused(error),
      )
    })
    return () => {
      isGone = true
      end?.()
    }
  }, [turn])
}

async function isAutofillAvailable(): Promise<boolean> {
  if (typeof PublicKeyCredential === 'undefined') return false
  return (await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) ?? false
}
