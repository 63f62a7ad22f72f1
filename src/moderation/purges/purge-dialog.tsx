import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { errorMessage } from '../../core/api-error.ts'
import { api, client } from '../../core/client.ts'
import { useFieldError } from '../../core/use-field-error.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { formatNumber } from '../../ui/format/format-number.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { REASON_MISSING } from '../policy.ts'
import { GroundsFields, groundsInput, NO_GROUNDS } from '../rules/grounds-fields.tsx'
import { NEW_DRAFT, SanctionFields } from '../sanctions/sanction-fields.tsx'
import {
  NOTHING_TO_PURGE,
  PURGED_KINDS,
  type PurgeCounts,
  type PurgedKind,
  type PurgeState,
} from './policy.ts'

interface Props {
  username: string
  latest: ReactNode
}

export function PurgeDialog({ open, onClose, ...about }: Props & { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Purge @${about.username}?`}
      description="Removes all their content and actions immediately and signs them out. You can undo this for 90 days. Messages that were already read stay with their recipients."
    >
      <Preview {...about} onClose={onClose} />
    </Dialog>
  )
}

function Preview({ username, latest, onClose }: Props & { onClose: () => void }) {
  const { data, error, refetch } = useQuery(purgePreviewQuery(username))
  if (error)
    return (
      <ErrorState
        title={errorMessage(error) ?? 'The content could not be counted'}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <RowListSkeleton count={3} label="Counting content" />
  if (data.total === 0) return <p>{NOTHING_TO_PURGE}</p>
  return (
    <>
      <ul aria-label="Content to remove" className="mb-4 flex flex-wrap gap-x-4 gap-y-1 font-semibold">
        {purgeCountTexts(data.counts).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <details className="mb-4">
        <summary className="min-h-8 cursor-pointer font-medium pointer-coarse:min-h-11">
          Latest content
        </summary>
        <div className="mt-2 max-h-60 overflow-y-auto">{latest}</div>
      </details>
      <PurgeForm username={username} onClose={onClose} />
    </>
  )
}

interface FormProps {
  username: string
  onClose: () => void
}

/** Suspension offered with a purge. It is permanent by default, because most purged members are spammers. */
const SUSPENSION = {
  ...NEW_DRAFT,
  kind: 'suspension' as const,
  message: 'All your content was removed, and you can no longer post.',
  days: '',
}

function PurgeForm({ username, onClose }: FormProps) {
  const queryClient = useQueryClient()
  const [grounds, setGrounds] = useState(NO_GROUNDS)
  const [suspends, setSuspends] = useState(true)
  const [suspension, setSuspension] = useState(SUSPENSION)
  const { form, errorOf, refuse, isSending, send } = useFieldError('The purge could not be started')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!grounds.rule && !grounds.reason.trim()) return refuse('reason', REASON_MISSING)
    await send(async () => {
      const { message, days } = suspension
      await client.purges.create({
        username,
        ...groundsInput(grounds),
        ...(suspends && { suspension: { message, days: days ? Number(days) : null } }),
      })
      await Promise.all(
        [api.purges.read, api.sanctions, api.memberView].map((part) =>
          queryClient.invalidateQueries({ queryKey: part.key() }),
        ),
      )
      onClose()
    })
  }
  return (
    <form ref={form} onSubmit={submit} aria-label="Purge" className="grid gap-4" noValidate>
      <GroundsFields grounds={grounds} onChange={setGrounds} errorOf={errorOf} />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={suspends}
          onChange={({ target }) => setSuspends(target.checked)}
          className="size-5 accent-act"
        />
        Also suspend this member
      </label>
      {suspends && (
        <SanctionFields
          draft={suspension}
          onChange={(draft) => setSuspension({ ...suspension, ...draft, kind: 'suspension' })}
          errorOf={errorOf}
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button type="button" kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" kind="danger" pending={isSending}>
          Purge
        </Button>
      </div>
    </form>
  )
}

/** Returns texts such as "12 posts" and "1 comment". Omits kinds with a count of 0. */
export function purgeCountTexts(counts: PurgeCounts): string[] {
  return Object.entries(PURGED_KINDS).flatMap(([kind, [one, several]]) => {
    const count = counts[kind as PurgedKind]
    return count === 0 ? [] : `${formatNumber(count)} ${count === 1 ? one : several}`
  })
}

const ASK_AGAIN_MS = 1000

/** Query for the state of a purge. Refetched every second while the purge or its undoing is running. */
export function purgeQuery(username: string) {
  return api.purges.read.queryOptions({
    input: { username },
    staleTime: 0,
    refetchInterval: ({ state }) => isPurgeRunning(state.data?.purge?.state) && ASK_AGAIN_MS,
  })
}

/** Query for the counts before a purge. It is not cached, so that each dialog shows current counts. */
function purgePreviewQuery(username: string) {
  return api.purges.create.queryOptions({
    input: { username, dry_run: true },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
}

export function isPurgeRunning(state: PurgeState | undefined): boolean {
  return state === 'purging' || state === 'restoring'
}
