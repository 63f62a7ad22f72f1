import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/feedback/toast.ts'
import { checkRateLimit, sendVerification } from '../sign-in/auth-client.ts'

export function ResendButton({ email }: { email: string }) {
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle')
  const send = async () => {
    setState('sending')
    try {
      checkRateLimit('mail')
      await sendVerification(email)
      setState('sent')
      toast({ kind: 'success', title: 'Email sent', description: VERIFICATION_SENT })
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
      {state === 'sent' ? 'Email sent' : 'Resend email'}
    </Button>
  )
}

/** Message that is the same whether or not the account exists. */
export const VERIFICATION_SENT =
  'If this address isn’t verified yet, we’ve sent another email. Can’t find it? Check your spam folder.'
