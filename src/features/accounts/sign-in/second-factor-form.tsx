import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { INVALID_CODE, INVALID_RECOVERY_CODE, isCode, isRecoveryCode } from '../second-factor/codes.ts'
import { AccountError, sendCode, sendRecoveryCode } from './auth-client.ts'
import { useSubmit } from './use-submit.ts'

interface Props {
  /** Resolves when the page knows who it is. */
  onSignedIn: () => Promise<unknown>
  /** Back to the password; `why` in words when the server wants it so. */
  onBack: (why?: string) => void
}

/** What comes after the password of who has a second factor: a code of the app, or one of the recovery codes. */
export default function SecondFactorForm({ onSignedIn, onBack }: Props) {
  const [isLost, setLost] = useState(false)
  const rules = {
    code: (typed: string) => {
      if (isLost) return isRecoveryCode(typed) ? undefined : INVALID_RECOVERY_CODE
      return isCode(typed) ? undefined : INVALID_CODE
    },
  }
  const { isPending, form, errorOf } = useSubmit(rules, async ({ code = '' }) => {
    try {
      await (isLost ? sendRecoveryCode(code) : sendCode(code))
    } catch (error) {
      if (error instanceof AccountError && error.code === 'CHALLENGE_OVER') return onBack(error.message)
      throw error
    }
    await onSignedIn()
  })
  return (
    <form {...form} key={String(isLost)} className="grid gap-5 pt-6">
      <Field
        label={isLost ? 'Recovery code' : 'Code of your authenticator app'}
        unmarked
        name="code"
        required
        autoFocus
        maxLength={40}
        inputMode={isLost ? 'text' : 'numeric'}
        autoComplete={isLost ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        hint={
          isLost ? 'One of the ten that you kept. Each works once.' : 'Six digits, new every half minute.'
        }
        error={errorOf('code')}
      />
      <Button type="submit" pending={isPending} pendingLabel="Checking..." className="min-h-11">
        Sign In
      </Button>
      <div className="flex flex-wrap justify-between gap-3">
        <Button kind="quiet" onClick={() => setLost(!isLost)}>
          {isLost ? 'Use the app' : 'Use a recovery code'}
        </Button>
        <Button kind="quiet" onClick={() => onBack()}>
          Back
        </Button>
      </div>
    </form>
  )
}
