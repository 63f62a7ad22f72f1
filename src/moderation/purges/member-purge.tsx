import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api, client } from '../../core/client.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { formatNumber } from '../../ui/format/format-number.ts'
import { DateOnly, ShortTime } from '../../ui/format/time.tsx'
import { ConfirmedAction } from '../confirmed-action.tsx'
import type { Purge } from './contract.ts'
import type { PurgeState } from './policy.ts'
import { isPurgeRunning, PurgeDialog, purgeCountTexts, purgeQuery } from './purge-dialog.tsx'

interface Props {
  username: string
  mayAct: boolean
  /** The member's latest texts, for the moderator to review before a purge. */
  latest: ReactNode
}

/** Lets a moderator purge a member or undo a purge, and shows the progress. */
export function MemberPurge({ username, mayAct, latest }: Props) {
  const { data, isError, refetch } = useQuery(purgeQuery(username))
  const state = data?.purge?.state
  useTellingTheEnd(state)
  if (!data)
    return isError ? (
      <ErrorState title="The purge could not be loaded" onRetry={() => void refetch()} />
    ) : (
      <RowListSkeleton count={1} label="Loading purges" />
    )
  const { purge } = data
  return (
    <>
      {purge && <State purge={purge} />}
      {!purge && <p className="text-muted">This member has never been purged.</p>}
      {mayAct && !isPurgeRunning(state) && (
        <div className="mt-3 flex flex-wrap gap-3">
          {state === 'purged' && <Undo username={username} />}
          <Begin username={username} latest={latest} />
        </div>
      )}
    </>
  )
}

/** When a purge or its undoing ends, shows a toast and refetches the rest of the page. */
function useTellingTheEnd(state: PurgeState | undefined): void {
  const queryClient = useQueryClient()
  const last = useRef(state)
  useEffect(() => {
    const hasEnded = isPurgeRunning(last.current) && !isPurgeRunning(state)
    last.current = state
    if (!hasEnded) return
    toast({ kind: 'success', title: state === 'purged' ? 'Purged' : 'Restored' })
    for (const part of [api.memberView, api.sanctions])
      void queryClient.invalidateQueries({ queryKey: part.key() })
  }, [state, queryClient])
}

function State({ purge }: { purge: Purge }) {
  const { state, counts, total, done, created_at, ended_at, erase_at } = purge
  if (isPurgeRunning(state))
    return (
      <>
        <p>
          {state === 'purging' ? 'Purging' : 'Restoring'}: {formatNumber(done)} of {formatNumber(total)}. It
          continues if you leave this page.
        </p>
        <progress
          aria-label={state === 'purging' ? 'Purging' : 'Restoring'}
          value={done}
          max={total}
          className="mt-2 w-full accent-act"
        />
      </>
    )
  return (
    <>
      <p>
        Purged <ShortTime iso={created_at} />: {purgeCountTexts(counts).join(', ')}.
      </p>
      <p className="text-muted">
        {state === 'restored' ? (
          <>
            Restored <ShortTime iso={ended_at ?? created_at} />.
          </>
        ) : (
          <>
            It can be undone until <DateOnly iso={erase_at} />.
          </>
        )}
      </p>
    </>
  )
}

function Begin({ username, latest }: Pick<Props, 'username' | 'latest'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        Purge…
      </Button>
      <PurgeDialog username={username} latest={latest} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

function Undo({ username }: Pick<Props, 'username'>) {
  return (
    <ConfirmedAction
      button={{ kind: 'quiet', label: 'Undo the purge' }}
      title={`Restore the content of @${username}?`}
      description="Content removed before the purge stays removed. A suspension stays in force until you lift it. This appears in the public log."
      confirmLabel="Restore"
      act={() => client.purges.remove({ username })}
      failure="The purge could not be undone"
      queryKeys={[api.purges.key()]}
    />
  )
}
