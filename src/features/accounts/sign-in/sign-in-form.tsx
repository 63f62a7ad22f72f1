import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { EmailField } from '../email-field.tsx'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { ResendButton } from '../verification/resend-button.tsx'
import { startSession } from './auth-client.ts'
import { BusyNotice } from './busy-notice.tsx'
import { checkRateLimit } from './check-rate-limit.ts'
import { fieldRules } from './field-rules.ts'
import { PasswordField } from './password-field.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { useSubmit } from './use-submit.ts'

const RULES = { email: fieldRules.email, password: fieldRules.password }

interface Props {
  email: string
  onEmail: (email: string) => void
  /** Who they are is shown already, otherwise than by a password. */
  isAskedForCode: boolean
  /** Resolves when the page knows who it is. */
  onSignedIn: () => Promise<unknown>
}

export function SignInForm({ email, onEmail, isAskedForCode, onSignedIn }: Props) {
  const [isAsked, setAsked] = useState(isAskedForCode)
  /** They have been to the code and back: the address is known. */
  const [isBack, setBack] = useState(false)
  /** Why the password is asked for again. */
  const [over, setOver] = useState<string>()
  const { isPending, refusal, form, errorOf } = useSubmit(RULES, async ({ email = '', password = '' }) => {
    checkRateLimit('sign-in')
    setOver(undefined)
    if (await startSession({ email, password })) return setAsked(true)
    await onSignedIn()
  })
  if (isAsked)
    return (
      <SecondFactorForm
        onSignedIn={onSignedIn}
        onBack={(why) => {
          setAsked(false)
          setBack(true)
          setOver(why)
        }}
      />
    )
  return (
    <>
      <form {...form} className="grid gap-5 pt-6">
        <EmailField
          // Browsers offer passkeys in the same list.
          autoComplete="username webauthn"
          defaultValue={email}
          onChange={(event) => onEmail(event.currentTarget.value)}
          error={errorOf('email')}
        />
        <PasswordField
          autoFocus={isBack}
          error={errorOf('password')}
          aside={
            <Link
              to="/auth/forgot"
              className="-my-3 py-3 text-sm text-muted underline-offset-4 hover:text-text hover:underline"
            >
              Forgot password?
            </Link>
          }
        />
        {refusal?.code === 'EMAIL_NOT_VERIFIED' && (
          <div
            role="status"
            className="grid justify-items-start gap-3 rounded-lg border border-line bg-sunken p-4"
          >
            <p>{refusal.message}</p>
            <ResendButton email={email} />
          </div>
        )}
        {over && (
          <p role="alert" className="text-bad">
            {over}
          </p>
        )}
        <BusyNotice refusal={refusal} />
        <Button type="submit" pending={isPending} pendingLabel="Signing In..." className="min-h-11">
          Sign In
        </Button>
      </form>
      <PasskeyButton onSignedIn={onSignedIn} />
    </>
  )
}
