import { useState } from 'react'
import { client } from '../../../api/core/client.ts'
import { Button } from '../../../ui/button.tsx'
import DialogPopup from '../../../ui/overlay/dialog-popup.tsx'
import { CodeField } from '../second-factor/code-field.tsx'
import { codeRules } from '../second-factor/code-rules.ts'
import { fieldRules } from '../sign-in/field-rules.ts'
import { PasswordField } from '../sign-in/password-field.tsx'
import { useSubmit } from '../sign-in/use-submit.ts'
import { withAccountError } from './with-account-error.ts'

interface Props {
  /** A code of their authenticator app does as well. */
  hasApp: boolean
  onAnswer: (isProven: boolean) => void
}

/** Asks who sits here for their password, or a code, before something that a session alone is not enough for. */
export default function ProofDialog({ hasApp, onAnswer }: Props) {
  const [byCode, setByCode] = useState(false)
  const Form = byCode ? CodeForm : PasswordForm
  return (
    <DialogPopup
      open
      onClose={() => onAnswer(false)}
      title="Is it you?"
      description={`Please enter ${ways(hasApp)} to go on. You are asked once in ten minutes.`}
    >
      <Form onAnswer={onAnswer}>
        {hasApp && (
          <Button kind="link" className="justify-self-start" onClick={() => setByCode(!byCode)}>
            {byCode ? 'Use your password' : 'Use a code of your app'}
          </Button>
        )}
      </Form>
    </DialogPopup>
  )
}

function ways(hasApp: boolean): string {
  return hasApp ? 'your password, or a code of your authenticator app,' : 'your password'
}

interface FormProps extends Pick<Props, 'onAnswer'> {
  children: React.ReactNode
}

const PASSWORD_RULES = { password: fieldRules.password }

function PasswordForm({ onAnswer, children }: FormProps) {
  const { isPending, form, errorOf } = useSubmit(PASSWORD_RULES, async ({ password = '' }) => {
    await withAccountError(client.me.prove({ password }))
    onAnswer(true)
  })
  return (
    <form {...form} className="grid gap-5">
      <PasswordField autoFocus error={errorOf('password')} />
      {children}
      <Answers isPending={isPending} onAnswer={onAnswer} />
    </form>
  )
}

function CodeForm({ onAnswer, children }: FormProps) {
  const { isPending, form, errorOf } = useSubmit(codeRules.app, async ({ code = '' }) => {
    await withAccountError(client.me.prove({ code }))
    onAnswer(true)
  })
  return (
    <form {...form} className="grid gap-5">
      <CodeField autoFocus error={errorOf('code')} />
      {children}
      <Answers isPending={isPending} onAnswer={onAnswer} />
    </form>
  )
}

function Answers({ isPending, onAnswer }: { isPending: boolean } & Pick<Props, 'onAnswer'>) {
  return (
    <div className="flex justify-end gap-3">
      <Button kind="quiet" onClick={() => onAnswer(false)}>
        Cancel
      </Button>
      <Button type="submit" pending={isPending} pendingLabel="Checking...">
        Go on
      </Button>
    </div>
  )
}
