import '../accounts/security/ask-for-proof.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '../../api/core/api-error.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { countsInWords } from './counts-in-words.ts'
import { NOTHING_TO_PURGE } from './policy.ts'
import { PurgeForm } from './purge-form.tsx'
import { purgePreviewQuery } from './queries.ts'

interface Props {
  username: string
  latest: ReactNode
}

/** Says first what would go, then asks why. */
export function PurgeDialog({ open, onClose, ...about }: Props & { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Purge @${about.username}?`}
      description="Everything they wrote and did goes at once, and they are signed out. It can be undone for 90 days. Messages that were read stay with their readers."
    >
      <Preview {...about} onClose={onClose} />
    </Dialog>
  )
}

function Preview({ username, latest, onClose }: Props & { onClose: () => void }) {
  const { data, error, refetch } = useQuery(purgePreviewQuery(username))
  if (error)
    return (
      <ErrorState title={errorMessage(error) ?? 'This could not be counted'} onRetry={() => void refetch()} />
    )
  if (!data) return <RowListSkeleton count={3} label="Counting what there is" />
  if (data.total === 0) return <p>{NOTHING_TO_PURGE}</p>
  return (
    <>
      <ul aria-label="What goes" className="mb-4 flex flex-wrap gap-x-4 gap-y-1 font-semibold">
        {countsInWords(data.counts).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <details className="mb-4">
        <summary className="min-h-8 cursor-pointer font-medium pointer-coarse:min-h-11">
          What they wrote last
        </summary>
        <div className="mt-2 max-h-60 overflow-y-auto">{latest}</div>
      </details>
      <PurgeForm username={username} onClose={onClose} />
    </>
  )
}
