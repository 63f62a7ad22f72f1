import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { codeRules } from '../second-factor/policy.ts'
import { ResendButton } from '../verification/resend-button.tsx'
import { AccountError, checkRateLimit, requestSignIn, submitCode, submitRecoveryCode } from './auth-client.ts'
import { BusyNotice, CodeField, EmailField, PasswordField } from './fields.tsx'
import { fieldRules, useSubmit } from './use-submit.ts'

const RULES = { email: fieldRules.email, password: fieldRules.password }

interface Props {
  email: string
  onEmail: (email: string) => void
  /** True after a sign-in at a provider, if a code is still required. */
  isAskedForCode: boolean
  onSignedIn: () => Promise<unknown>
}

export function SignInForm({ email, onEmail, isAskedForCode, onSignedIn }: Props) {
  const [isAsked, setAsked] = useState(isAskedForCode)
  const [isBack, setBack] = useState(false)
  const [over, setOver] = useState<string>()
  const { isPending, refusal, form, errorOf } = useSubmit(RULES, async ({ email = '', password = '' }) => {
    checkRateLimit('sign-in')
    setOver(undefined)
    if (await requestSignIn({ email, password })) return setAsked(true)
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
          // `webauthn` makes browsers offer passkeys in the same list.
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

interface SecondFactorProps {
  onSignedIn: () => Promise<unknown>
  onBack: (why?: string) => void
}

function SecondFactorForm({ onSignedIn, onBack }: SecondFactorProps) {
  const [isLost, setLost] = useState(false)
  return (
    // A new key resets the field and the error.
    <CodeForm key={String(isLost)} isLost={isLost} onSignedIn={onSignedIn} onBack={onBack}>
      <Button kind="link" onClick={() => setLost(!isLost)}>
        {isLost ? 'Use your app' : 'Use a recovery code'}
      </Button>
      <Button kind="link" onClick={() => onBack()}>
        Back to password
      </Button>
    </CodeForm>
  )
}

interface CodeFormProps extends SecondFactorProps {
  isLost: boolean
  children: React.ReactNode
}

function CodeForm({ isLost, onSignedIn, onBack, children }: CodeFormProps) {
  const rules = isLost ? codeRules.recovery : codeRules.app
  const { isPending, refusal, form, errorOf } = useSubmit(rules, async ({ code = '' }) => {
    try {
      await (isLost ? submitRecoveryCode(code) : submitCode(code))
    } catch (error) {
      if (error instanceof AccountError && error.code === 'CHALLENGE_OVER') return onBack(error.message)
      throw error
    }
    await onSignedIn()
  })
  return (
    <form {...form} className="grid gap-5 pt-6">
      <p className="text-muted">One more step to confirm it’s you.</p>
      {isLost ? <RecoveryField error={errorOf('code')} /> : <CodeField autoFocus error={errorOf('code')} />}
      <BusyNotice refusal={refusal} of="TOO_MANY_REQUESTS" />
      <Button type="submit" pending={isPending} pendingLabel="Checking..." className="min-h-11">
        Sign In
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4">{children}</div>
    </form>
  )
}

function RecoveryField({ error }: { error: string | undefined }) {
  return (
    <Field
      label="Recovery code"
      unmarked
      name="code"
      required
      autoFocus
      maxLength={40}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      hint="One of the ten codes you saved. Each works once."
      error={error}
      className="font-mono"
    />
  )
}
