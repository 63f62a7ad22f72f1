import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '../../api/core/client.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { Time } from '../../ui/format/time.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import type { OwnPasskey } from '../accounts/passkeys/contract.ts'
import { PasskeyNameForm } from './passkey-name-form.tsx'
import { type PasskeyActs, usePasskeys } from './use-passkeys.ts'

/** What the viewer signs in with in place of a password and a code. */
export function PasskeyList() {
  const { data, isPending, isError, isFetching, refetch } = useQuery(api.me.listPasskeys.queryOptions())
  const heading = useRef<HTMLHeadingElement>(null)
  const acts = usePasskeys(() => heading.current?.focus())
  return (
    <div className="grid gap-4">
      <div>
        <h3
          ref={heading}
          id="passkeys"
          tabIndex={-1}
          className="scroll-mt-24 font-sans text-base font-semibold"
        >
          Passkeys
        </h3>
        <p className="mt-1 text-muted">
          A passkey signs you in by your fingerprint, your face or the lock of your device. There is nothing
          to type, and nothing that a copy of this site could ask you for.
        </p>
      </div>
      {isPending && <RowListSkeleton count={1} label="Loading your passkeys" />}
      {isError && (
        <ErrorState
          title="Your passkeys could not be loaded"
          pending={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && data.items.length > 0 && (
        <ul>
          {data.items.map((passkey) => (
            <Item key={passkey.id} passkey={passkey} acts={acts} />
          ))}
        </ul>
      )}
      {data?.items.length === 0 && <p>You have none yet.</p>}
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

function Item({ passkey, acts }: { passkey: OwnPasskey; acts: PasskeyActs }) {
  const { id, name, is_synced, created_at, used_at } = passkey
  const [isAsking, setAsking] = useState(false)
  if (acts.renaming === id)
    return (
      <li className="border-b border-line py-3 last:border-0">
        <PasskeyNameForm
          passkey={passkey}
          onDone={() => {
            // Under load a frame comes before the button does.
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
          {' · '}since <Time iso={created_at} />
          {' · '}
          {is_synced ? 'on several devices of yours' : 'on one device alone'}
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
        description="It signs you in no more, and wherever you have used it you are signed out, but for here. Your device may go on offering it until you delete it there as well."
        confirmLabel="Remove"
        danger
        onConfirm={() => acts.remove(passkey)}
      />
    </li>
  )
}
