import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/form/field.tsx'
import { EMAIL_MAX, USERNAME_MAX, USERNAME_MIN } from '../policy.ts'
import { ResendButton } from '../verification/resend-button.tsx'
import { signUp } from './auth-client.ts'
import { BusyNotice } from './busy-notice.tsx'
import { PasswordField } from './password-field.tsx'
import { useSubmit } from './use-submit.ts'

interface Props {
  email: string
  onEmail: (email: string) => void
}

export function SignUpForm({ email, onEmail }: Props) {
  const [sentTo, setSentTo] = useState('')
  const { isPending, refusal, onSubmit, errorOf } = useSubmit(
    async ({ username = '', email = '', password = '' }) => {
      await signUp({ username, email, password })
      setSentTo(email)
      toast({
        kind: 'success',
        title: 'Verification Required',
        description: 'Please check your email to verify your account.',
      })
    },
  )
  return (
    <form method="post" onSubmit={onSubmit} className="grid gap-5 pt-6">
      <Field
        label="Username"
        unmarked
        name="username"
        required
        maxLength={USERNAME_MAX}
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        hint={`${USERNAME_MIN} to ${USERNAME_MAX} letters, digits, "_" or "-".`}
        error={errorOf('username')}
      />
      <Field
        label="Email"
        unmarked
        name="email"
        type="email"
        required
        maxLength={EMAIL_MAX}
        autoComplete="email"
        defaultValue={email}
        onChange={(event) => onEmail(event.currentTarget.value)}
        error={errorOf('email')}
      />
      <PasswordField isNew error={errorOf('password')} />
      <BusyNotice refusal={refusal} />
      <Button type="submit" pending={isPending} pendingLabel="Creating Account..." className="min-h-11">
        Sign Up
      </Button>
      {sentTo && <MailIsComing email={sentTo} />}
    </form>
  )
}

function MailIsComing({ email }: { email: string }) {
  return (
    <div
      ref={bringIntoView}
      role="status"
      className="grid scroll-mb-24 justify-items-start gap-3 rounded-lg border border-line bg-sunken p-4"
    >
      <p>
        We have written to <strong className="font-semibold">{email}</strong>. Open the link in that mail,
        then sign in.
      </p>
      <ResendButton key={email} email={email} />
    </div>
  )
}

/** On a phone it would appear below the screen. */
function bringIntoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' })
}
