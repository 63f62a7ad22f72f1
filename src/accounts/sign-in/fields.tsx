import { type ComponentProps, useId, useState } from 'react'
import { CONTROL } from '../../ui/form/control-look.ts'
import { Field, LabelledControl } from '../../ui/form/field.tsx'
import { EMAIL_MAX, INVALID_EMAIL, PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX } from '../policy.ts'
import type { AccountError } from './auth-client.ts'

export function EmailField({ error, ...input }: Partial<ComponentProps<typeof Field>>) {
  return (
    <Field
      label="Email"
      unmarked
      name="email"
      type="email"
      required
      maxLength={EMAIL_MAX}
      autoComplete="email"
      hint={error === INVALID_EMAIL ? 'Use the format name@example.com.' : undefined}
      error={error}
      {...input}
    />
  )
}

export function UsernameField(input: Partial<ComponentProps<typeof Field>>) {
  return (
    <Field
      label="Username"
      unmarked
      name="username"
      required
      maxLength={USERNAME_MAX}
      autoComplete="nickname"
      autoCapitalize="none"
      spellCheck={false}
      {...input}
    />
  )
}

interface PasswordProps extends Pick<ComponentProps<'input'>, 'name' | 'onChange' | 'autoFocus'> {
  label?: string
  isNew?: boolean
  error?: string | undefined
  aside?: ComponentProps<typeof LabelledControl>['aside']
}

/** Password field with a button to show the password, which replaces a second field to repeat it. */
export function PasswordField({ label = 'Password', isNew = false, error, aside, ...input }: PasswordProps) {
  const [isShown, setShown] = useState(false)
  const id = useId()
  return (
    <LabelledControl
      id={id}
      label={label}
      error={error}
      aside={aside}
      hint={isNew ? `At least ${PASSWORD_MIN} characters.` : undefined}
    >
      {(control) => (
        <div className="relative">
          <input
            name="password"
            required
            minLength={isNew ? PASSWORD_MIN : undefined}
            maxLength={PASSWORD_MAX}
            autoComplete={isNew ? 'new-password' : 'current-password'}
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            className={`${CONTROL} min-h-11 pr-16`}
          />
          <button
            type="button"
            aria-pressed={isShown}
            aria-controls={id}
            aria-describedby={`${id}-label`}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-0 min-w-14 rounded-r-lg px-3 text-sm font-medium text-muted hover:text-text -outline-offset-2"
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </LabelledControl>
  )
}

interface CodeProps {
  label?: string
  error: string | undefined
  autoFocus?: boolean
}

export function CodeField({
  label = 'Code from your authenticator app',
  error,
  autoFocus = false,
}: CodeProps) {
  return (
    <Field
      label={label}
      unmarked
      name="code"
      required
      autoFocus={autoFocus}
      maxLength={20}
      inputMode="numeric"
      autoComplete="one-time-code"
      hint="Six digits, changes every 30 seconds."
      error={error}
      className="font-mono tracking-widest"
    />
  )
}

interface NoticeProps {
  refusal: AccountError | undefined
  of?: 'SERVICE_UNAVAILABLE' | 'TOO_MANY_REQUESTS'
}

/** Shows when to try again. Unlike the toast, the notice stays on screen. */
export function BusyNotice({ refusal, of = 'SERVICE_UNAVAILABLE' }: NoticeProps) {
  if (refusal?.code !== of) return null
  return (
    <p role="status" className="rounded-lg border border-line bg-sunken p-4">
      {refusal.message}
    </p>
  )
}
