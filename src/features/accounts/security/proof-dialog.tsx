import { client } from '../../../api/core/client.ts'
import { Button } from '../../../ui/button.tsx'
import DialogPopup from '../../../ui/overlay/dialog-popup.tsx'
import { fieldRules } from '../sign-in/field-rules.ts'
import { PasswordField } from '../sign-in/password-field.tsx'
import { useSubmit } from '../sign-in/use-submit.ts'
import { withAccountError } from './with-account-error.ts'

const RULES = { password: fieldRules.password }

/** Asks who sits here for their password before something that a session alone is not enough for. */
export default function ProofDialog({ onAnswer }: { onAnswer: (isProven: boolean) => void }) {
  const { isPending, form, errorOf } = useSubmit(RULES, async ({ password = '' }) => {
    await withAccountError(client.me.prove({ password }))
    onAnswer(true)
  })
  return (
    <DialogPopup
      open
      onClose={() => onAnswer(false)}
      title="Is it you?"
      description="Please enter your password to go on. It is asked for once in ten minutes."
    >
      <form {...form} className="grid gap-5">
        <PasswordField autoFocus error={errorOf('password')} />
        <div className="flex justify-end gap-3">
          <Button kind="quiet" onClick={() => onAnswer(false)}>
            Cancel
          </Button>
          <Button type="submit" pending={isPending} pendingLabel="Checking...">
            Go on
          </Button>
        </div>
      </form>
    </DialogPopup>
  )
}
