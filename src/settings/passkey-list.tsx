import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { OwnPasskey } from '../accounts/passkeys/contract.ts'
import { INVALID_NAME, PASSKEY_NAME_MAX } from '../accounts/passkeys/policy.ts'
import { AccountError, withAccountError } from '../accounts/sign-in/auth-client.ts'
import { useSubmit } from '../accounts/sign-in/use-submit.ts'
import { api, client } from '../core/client.ts'
import { isolateText } from '../platform/bidi-isolation.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { Field } from '../ui/form/field.tsx'
import { Time } from '../ui/format/time.tsx'
import { ConfirmDialog } from '../ui/overlay/dialog.tsx'
import { QueryPlaceholder, SettingsHeading, useRefreshSecurity, useRemoval } from './settings-section.tsx'

export function PasskeyList() {
  const query = useQuery(api.me.listPasskeys.queryOptions())
  const { data } = query
  const heading = useRef<HTMLHeadingElement>(null)
  const acts = usePasskeys(() => heading.current?.focus())
  return (
    <div className="grid gap-4">
      <SettingsHeading ref={heading} id="passkeys" title="Passkeys">
        A passkey lets you sign in with your fingerprint, face or screen lock. There’s nothing to type, and
        fake sites can’t steal it.
      </SettingsHeading>
      <QueryPlaceholder query={query} name="passkeys" />
      {data && data.items.length > 0 && (
        <ul>
          {data.items.map((passkey) => (
            <Item key={passkey.id} passkey={passkey} acts={acts} />
          ))}
        </ul>
      )}
      {data?.items.length === 0 && <p>You don’t have any passkeys yet.</p>}
      {acts.failure && (
        <p role="alert" className="text-bad">
          {acts.failure}
        </p>
      )}
      <Button
        kind="quiet"
        className="justify-self-start"
        pending={acts.isAdding}
        pendingLabel="Waiting for your device..."
        onClick={acts.add}
      >
        Add a passkey
      </Button>
    </div>
  )
}

function Item({ passkey, acts }: { passkey: OwnPasskey; acts: ReturnType<typeof usePasskeys> }) {
  const { id, name, is_synced, created_at, used_at } = passkey
  const [isAsking, setAsking] = useState(false)
  if (acts.renaming === id)
    return (
      <li className="border-b border-line py-3 last:border-0">
        <PasskeyNameForm
          passkey={passkey}
          onDone={() => {
            // Renders the button first, because it can only be focused once it exists.
            flushSync(() => acts.rename(undefined))
            document.getElementById(`rename-${id}`)?.focus()
          }}
        />
      </li>
    )
  return (
    <li className="flex min-h-15 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 last:border-0">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-muted">
          {used_at ? (
            <>
              Last used <Time iso={used_at} />
            </>
          ) : (
            'Not used yet'
          )}
          {' · '}added <Time iso={created_at} />
          {' · '}
          {is_synced ? 'synced across your devices' : 'on one device only'}
        </p>
      </div>
      <div className="flex gap-3">
        <Button id={`rename-${id}`} kind="quiet" onClick={() => acts.rename(id)}>
          Rename<span className="sr-only"> {name}</span>
        </Button>
        <Button kind="danger" onClick={() => setAsking(true)}>
          Remove<span className="sr-only"> {name}</span>
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Remove “${name}”?`}
        description="You won’t be able to sign in with it, and all other sessions that used it are signed out. Your device may still offer it until you delete it there too."
        confirmLabel="Remove"
        danger
        onConfirm={() => acts.remove(passkey)}
      />
    </li>
  )
}

const RULES = { name: (typed: string) => (typed.trim() ? undefined : INVALID_NAME) }

interface NameFormProps {
  passkey: OwnPasskey
  onDone: () => void
}

function PasskeyNameForm({ passkey: { id, name: former }, onDone }: NameFormProps) {
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
        hint="Where you use it, for example “My phone”. Only you can see it."
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

/** Returns the actions of the list. `onGone` moves the focus after a passkey is removed. */
function usePasskeys(onGone: () => void) {
  const [isAdding, setAdding] = useState(false)
  const [failure, setFailure] = useState<string>()
  /** Id of the passkey whose name is being edited. A new passkey can be renamed at once. */
  const [renaming, rename] = useState<string>()
  const refresh = useRefreshSecurity(api.me.listPasskeys.key())
  const add = async () => {
    setAdding(true)
    setFailure(undefined)
    try {
      const { createPasskey } = await import('../accounts/passkeys/browser.ts')
      const { options, ticket } = await withAccountError(client.me.beginPasskey())
      const response = await createPasskey(options)
      const { id } = await withAccountError(client.me.addPasskey({ ticket, response }))
      toast({
        kind: 'success',
        title: 'Passkey added',
        description: 'You can now sign in with it. Give it a name you’ll recognise.',
      })
      await refresh()
      rename(id)
    } catch (error) {
      setFailure(error instanceof AccountError ? error.message : 'Please try again.')
    } finally {
      setAdding(false)
    }
  }
  const removing = useRemoval(onGone, refresh, {
    title: 'The passkey could not be removed',
    description: 'Please try again later',
  })
  const remove = ({ id, name }: OwnPasskey) =>
    removing(client.me.removePasskey({ id }), `“${isolateText(name)}” removed`)
  return { isAdding, failure, renaming, add, rename, remove }
}
