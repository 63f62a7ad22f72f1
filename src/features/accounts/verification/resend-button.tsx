import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { toast, toastError } from '../../../ui/feedback/toast.ts'
import { checkRateLimit, sendVerification } from '../sign-in/auth-client.ts'

export function ResendButton({ email }: { email: string }) {
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle')
  const send = async () => {
    setState('sending')
    try {
      checkRateLimit('mail')
      await sendVerification(email)
      setState('sent')
      toast({ kind: 'success', title: 'Mail sent', description: SENT })
    } catch (error) {
      setState('idle')
      toastError('Error', (error as Error).message)
    }
  }
  return (
    <Button
      kind="quiet"
      icon="icon-mail"
      onClick={send}
      pending={state === 'sending'}
      pendingLabel="Sending..."
      disabled={state === 'sent'}
    >
      {state === 'sent' ? 'Mail sent' : 'Send the mail again'}
    </Button>
  )
}

/** The same whether or not there is such an account. */
export const SENT =
  'If this address waits to be verified, a new mail is on its way. Look into the spam folder too.'
