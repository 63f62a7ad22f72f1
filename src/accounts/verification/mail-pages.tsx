import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { checkRateLimit, requestPasswordReset, sendVerification } from '../sign-in/auth-client.ts'
import { AuthFrame } from '../sign-in/auth-page.tsx'
import { EmailField } from '../sign-in/fields.tsx'
import { fieldRules, useSubmit } from '../sign-in/use-submit.ts'
import { VERIFICATION_SENT } from './resend-button.tsx'

const RULES = { email: fieldRules.email }

export function ForgotPage() {
  return (
    <MailPage
      title="Forgot your password?"
      about="We’ll send you a link to choose a new one. It works once, for an hour."
      send={requestPasswordReset}
      sent="If this address has an account, we’ve sent you an email. Can’t find it? Check your spam folder."
    />
  )
}

export function ResendPage() {
  return (
    <MailPage
      title="Verify your email address"
      about="We’ll send you the link again. It works for 24 hours."
      send={sendVerification}
      sent={VERIFICATION_SENT}
    />
  )
}

interface Props {
  title: string
  about: string
  send: (email: string) => Promise<unknown>
  sent: string
}

function MailPage({ title, about, send, sent }: Props) {
  const [isSent, setSent] = useState(false)
  const { isPending, form, errorOf } = useSubmit(RULES, async ({ email = '' }) => {
    checkRateLimit('mail')
    await send(email)
    setSent(true)
    toast({ kind: 'success', title: 'Email sent', description: sent })
  })
  return (
    <AuthFrame title={title}>
      <form {...form} className="grid gap-5">
        <p className="text-muted">{about}</p>
        <EmailField autoComplete="username" error={errorOf('email')} />
        <Button type="submit" pending={isPending} pendingLabel="Sending..." className="min-h-11">
          {isSent ? 'Send another email' : 'Send email'}
        </Button>
        {isSent && (
          <p role="status" className="rounded-lg border border-line bg-sunken p-4">
            {sent}
          </p>
        )}
      </form>
      <p className="mt-6 text-sm text-muted">
        <Link
          to="/auth"
          className="inline-flex min-h-8 items-center text-act underline underline-offset-4 pointer-coarse:min-h-11"
        >
          Back to sign in
        </Link>
      </p>
    </AuthFrame>
  )
}
