import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { client } from '../../core/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { codeRules } from '../second-factor/policy.ts'
import { withAccountError } from '../sign-in/auth-client.ts'
import { CodeField, PasswordField } from '../sign-in/fields.tsx'
import { fieldRules, useSubmit } from '../sign-in/use-submit.ts'

let asking: Promise<boolean> | undefined

/** Opens a dialog for the password, a code or a passkey. Concurrent calls share it. Resolves to false if cancelled. */
export async function askForProof(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking.catch(() => false)
}

async function ask(): Promise<boolean> {
  // If the request fails, asks for the password, which most members have.
  const ways = await client.me.readProof().catch(() => ({ password: true, code: false, passkey: false }))
  const place = document.body.appendChild(document.createElement('div'))
  // The dialog has its own React root, because any API call may open it.
  const root = createRoot(place)
  return new Promise<boolean>((resolve) =>
    root.render(<ProofDialog ways={ways} onAnswer={resolve} />),
  ).finally(() => {
    root.unmount()
    place.remove()
  })
}

const WAYS = ['password', 'code', 'passkey'] as const
type ProofMethod = (typeof WAYS)[number]

interface Props {
  ways: Record<ProofMethod, boolean>
  onAnswer: (isProven: boolean) => void
}

function ProofDialog({ ways, onAnswer }: Props) {
  const open = WAYS.filter((way) => ways[way])
  const [chosen, setChosen] = useState(open[0])
  const Form = chosen ? FORMS[chosen] : NoWay
  return (
    <Dialog
      open
      onClose={() => onAnswer(false)}
      title="Confirm it’s you"
      description={chosen && `Please ${inWords(open)} to continue. We’ll ask again after ten minutes.`}
    >
      <Form onAnswer={onAnswer}>
        {open.length > 1 && (
          <div className="flex flex-wrap gap-x-5">
            {open
              .filter((way) => way !== chosen)
              .map((way) => (
                <Button key={way} kind="link" onClick={() => setChosen(way)}>
                  {USE[way]}
                </Button>
              ))}
          </div>
        )}
      </Form>
    </Dialog>
  )
}

const USE = { password: 'Use your password', code: 'Use a code from your app', passkey: 'Use a passkey' }

function inWords(ways: ProofMethod[]): string {
  const [password, code, passkey] = WAYS.map((way) => ways.includes(way))
  const typed = [password && 'your password', code && 'a code from your authenticator app'].filter(Boolean)
  if (typed.length === 0) return 'use one of your passkeys'
  return `enter ${typed.join(', or ')}${passkey ? ', or use a passkey,' : typed.length > 1 ? ',' : ''}`
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

function PasskeyForm({ onAnswer, children }: FormProps) {
  const { isPending, form } = useSubmit({}, async () => {
    const { requestPasskey } = await import('../passkeys/browser.ts')
    const { options, ticket } = await withAccountError(client.me.beginProof())
    const response = await requestPasskey(options)
    await withAccountError(client.me.prove({ passkey: { ticket, response } }))
    onAnswer(true)
  })
  return (
    <form {...form} className="grid gap-5">
      {children}
      <Answers isPending={isPending} onAnswer={onAnswer} label={USE.passkey} autoFocus />
    </form>
  )
}

/** Dialog for members whose only sign-in method is a provider. */
function NoWay({ onAnswer }: FormProps) {
  return (
    <div className="grid gap-5">
      <p>
        You don’t have a password here. Sign out and in again, then do this within ten minutes. Or set a
        password with “Forgot password?” on the sign-in page.
      </p>
      <Button className="justify-self-end" onClick={() => onAnswer(false)}>
        Close
      </Button>
    </div>
  )
}

const FORMS = { password: PasswordForm, code: CodeForm, passkey: PasskeyForm }

interface AnswersProps extends Pick<Props, 'onAnswer'> {
  isPending: boolean
  label?: string
  autoFocus?: boolean
}

function Answers({ isPending, label = 'Continue', autoFocus, onAnswer }: AnswersProps) {
  return (
    <div className="flex justify-end gap-3">
      <Button kind="quiet" onClick={() => onAnswer(false)}>
        Cancel
      </Button>
      <Button type="submit" pending={isPending} pendingLabel="Checking..." autoFocus={autoFocus}>
        {label}
      </Button>
    </div>
  )
}
