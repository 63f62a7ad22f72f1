import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { CodeField } from '../second-factor/code-field.tsx'
import { codeRules } from '../second-factor/code-rules.ts'
import { AccountError, sendCode, sendRecoveryCode } from './auth-client.ts'
import { BusyNotice } from './busy-notice.tsx'
import { useSubmit } from './use-submit.ts'

interface Props {
  /** Resolves when the page knows who it is. */
  onSignedIn: () => Promise<unknown>
  /** Back to the password; `why` in words when the server wants it so. */
  onBack: (why?: string) => void
}

/** What comes after the password of who has a second factor: a code of the app, or one of the recovery codes. */
export function SecondFactorForm({ onSignedIn, onBack }: Props) {
  const [isLost, setLost] = useState(false)
  return (
    // Another field and another rule: nothing of the one before stays.
    <CodeForm key={String(isLost)} isLost={isLost} onSignedIn={onSignedIn} onBack={onBack}>
      <Button kind="link" onClick={() => setLost(!isLost)}>
        {isLost ? 'Use the app' : 'Use a recovery code'}
      </Button>
      <Button kind="link" onClick={() => onBack()}>
        Back to the password
      </Button>
    </CodeForm>
  )
}

interface CodeFormProps extends Props {
  isLost: boolean
  children: React.ReactNode
}

function CodeForm({ isLost, onSignedIn, onBack, children }: CodeFormProps) {
  const rules = isLost ? codeRules.recovery : codeRules.app
  const { isPending, refusal, form, errorOf } = useSubmit(rules, async ({ code = '' }) => {
    try {
      await (isLost ? sendRecoveryCode(code) : sendCode(code))
    } catch (error) {
      if (error instanceof AccountError && error.code === 'CHALLENGE_OVER') return onBack(error.message)
      throw error
    }
    await onSignedIn()
  })
  return (
    <form {...form} className="grid gap-5 pt-6">
      <p className="text-muted">One thing is left to show that it is you.</p>
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
      hint="One of the ten that you kept. Each works once."
      error={error}
      className="font-mono"
    />
  )
}
