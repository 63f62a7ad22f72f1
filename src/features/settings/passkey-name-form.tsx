import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../api/core/client.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import type { OwnPasskey } from '../accounts/passkeys/contract.ts'
import { INVALID_NAME, PASSKEY_NAME_MAX } from '../accounts/passkeys/policy.ts'
import { withAccountError } from '../accounts/security/with-account-error.ts'
import { useSubmit } from '../accounts/sign-in/use-submit.ts'

const RULES = { name: (typed: string) => (typed.trim() ? undefined : INVALID_NAME) }

interface Props {
  passkey: OwnPasskey
  onDone: () => void
}

/** In the place of a passkey's line: what its owner calls it. */
export function PasskeyNameForm({ passkey: { id, name: former }, onDone }: Props) {
  const queryClient = useQueryClient()
  const { isPending, form, errorOf } = useSubmit(RULES, async ({ name = '' }) => {
    if (name.trim() !== former) {
      await withAccountError(client.me.renamePasskey({ id, name }))
      toast({ kind: 'success', title: 'Name saved' })
      await queryClient.invalidateQueries({ queryKey: api.me.listPasskeys.key() })
    }
    onDone()
  })
  return (
    <form {...form} className="grid gap-3">
      <Field
        label="Name of the passkey"
        unmarked
        name="name"
        required
        autoFocus
        onFocus={({ currentTarget }) => currentTarget.select()}
        maxLength={PASSKEY_NAME_MAX}
        autoComplete="off"
        defaultValue={former}
        hint="Where you find it, as “My telephone”. Only you see it."
        error={errorOf('name')}
      />
      <div className="flex gap-3">
        <Button type="submit" pending={isPending} pendingLabel="Saving...">
          Save
        </Button>
        <Button kind="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
