import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { OwnSession } from '../accounts/security/contract.ts'
import { api, client } from '../core/client.ts'
import { Button } from '../ui/button.tsx'
import { Time } from '../ui/format/time.tsx'
import { ConfirmDialog } from '../ui/overlay/dialog.tsx'
import { QueryPlaceholder, useRemoval } from './settings-section.tsx'

export function SessionList() {
  const query = useQuery(api.me.listSessions.queryOptions())
  const heading = useRef<HTMLHeadingElement>(null)
  const [isAsking, setAsking] = useState(false)
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.me.listSessions.key() })
  const end = useRemoval(() => heading.current?.focus(), refresh, {
    title: 'This could not be saved',
    description: 'Please try again later',
  })
  const sessions = query.data?.items ?? []
  return (
    <div>
      <h2 ref={heading} tabIndex={-1} className="font-sans text-base font-semibold">
        Where you are signed in
      </h2>
      <QueryPlaceholder query={query} name="sessions" rows={2} />
      <ul className="mt-1">
        {sessions.map((session) => (
          <Session
            key={session.id}
            session={session}
            onEnd={() => end(client.me.endSession({ id: session.id }), `${nameOf(session)} signed out`)}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button kind="danger" className="mt-4" onClick={() => setAsking(true)}>
          Sign out everywhere else
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Sign out everywhere else?"
        description="All your other sessions end immediately. Drafts stay on their devices."
        confirmLabel="Sign out"
        danger
        onConfirm={() => end(client.me.endOtherSessions(), 'You’ve been signed out everywhere else')}
      />
    </div>
  )
}

function Session({ session, onEnd }: { session: OwnSession; onEnd: () => Promise<void> }) {
  const [isEnding, setEnding] = useState(false)
  const name = nameOf(session)
  const end = async () => {
    setEnding(true)
    await onEnd()
    setEnding(false)
  }
  return (
    <li className="flex min-h-15 items-center justify-between gap-4 border-b border-line py-3 last:border-0">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-muted">
          {session.is_current ? (
            <span className="font-semibold text-good">This device</span>
          ) : (
            <>
              Last used <Time iso={session.used_at} />
            </>
          )}
          {' · '}since <Time iso={session.created_at} />
          {session.address && ` · from ${session.address}`}
        </p>
      </div>
      {!session.is_current && (
        <Button
          kind="quiet"
          className="flex-none"
          pending={isEnding}
          aria-label={`Sign out ${name}`}
          onClick={end}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

function nameOf({ browser, system }: OwnSession): string {
  return [browser ?? 'Unknown browser', system && `on ${system}`].filter(Boolean).join(' ')
}
