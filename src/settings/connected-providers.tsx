import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { CONNECT_OUTCOME_TEXT, CONNECT_OUTCOMES, isOneOf } from '../accounts/openid/outcomes.ts'
import { useProviders } from '../accounts/openid/provider-buttons.tsx'
import { AccountError, redirectToProvider } from '../accounts/sign-in/auth-client.ts'
import { errorMessage } from '../core/api-error.ts'
import { api, client } from '../core/client.ts'
import { showFailureToast } from '../core/failure-toast.ts'
import { Button } from '../ui/button.tsx'
import { toast, toastError } from '../ui/feedback/toast.ts'
import { DateOnly } from '../ui/format/time.tsx'
import { ConfirmDialog } from '../ui/overlay/dialog.tsx'
import { QueryPlaceholder } from './settings-section.tsx'

/** Lists the forum's OpenID providers and which are connected. Renders nothing if the forum has none. */
export function ConnectedProviders() {
  return useProviders() ? <Providers /> : null
}

function Providers() {
  const outcome = useLocation({ select: ({ search }) => search.openid })
  const query = useQuery(api.me.listProviders.queryOptions())
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div>
      <h2 ref={heading} tabIndex={-1} className="font-sans text-base font-semibold">
        Connected accounts
      </h2>
      {isOneOf(CONNECT_OUTCOMES, outcome) && (
        <p role="status" className="mt-2 rounded-lg border border-line bg-sunken p-4">
          {CONNECT_OUTCOME_TEXT[outcome]}
        </p>
      )}
      <QueryPlaceholder query={query} name="accounts elsewhere" />
      <ul className="mt-1">
        {query.data?.providers.map((provider) => (
          <Item key={provider.id} provider={provider} onGone={() => heading.current?.focus()} />
        ))}
      </ul>
    </div>
  )
}

interface ItemProps {
  provider: { id: string; name: string; connected_at: string | null }
  /** Moves the focus after an account was disconnected, because the pressed button is replaced. */
  onGone: () => void
}

function Item({ provider: { id, name, connected_at }, onGone }: ItemProps) {
  return (
    <li className="flex min-h-15 items-center justify-between gap-4 border-b border-line py-3 last:border-0">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-muted">
          {connected_at ? (
            <>
              Connected since <DateOnly iso={connected_at} />
            </>
          ) : (
            'Not connected'
          )}
        </p>
      </div>
      {connected_at ? <Disconnect id={id} name={name} onGone={onGone} /> : <Connect id={id} name={name} />}
    </li>
  )
}

function Connect({ id, name }: { id: string; name: string }) {
  const [isLeaving, setLeaving] = useState(false)
  const connect = async () => {
    setLeaving(true)
    try {
      const { ticket } = await client.me.connectProvider({ provider: id })
      await redirectToProvider(id, { ticket })
    } catch (error) {
      const description = error instanceof AccountError ? error.message : errorMessage(error)
      toastError('The account could not be connected', description ?? 'Please try again.')
      setLeaving(false)
    }
  }
  return (
    <Button kind="quiet" className="flex-none" pending={isLeaving} onClick={connect}>
      Connect<span className="sr-only"> {name}</span>
    </Button>
  )
}

function Disconnect({ id, name, onGone }: { id: string; name: string; onGone: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const queryClient = useQueryClient()
  const disconnect = async () => {
    try {
      await client.me.disconnectProvider({ provider: id })
      toast({ kind: 'success', title: `${name} disconnected` })
      await queryClient.invalidateQueries({ queryKey: api.me.listProviders.key() })
      onGone()
    } catch (error) {
      showFailureToast('The account could not be disconnected', error, 'Please try again later')
    }
  }
  return (
    <>
      <Button kind="quiet" className="flex-none" onClick={() => setAsking(true)}>
        Disconnect<span className="sr-only"> {name}</span>
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Disconnect ${name}?`}
        description="You won’t be able to sign in with it. Your content and other ways to sign in stay, and you can connect it again."
        confirmLabel="Disconnect"
        onConfirm={disconnect}
      />
    </>
  )
}
