import { useQuery } from '@tanstack/react-query'
import { errorCode } from '../../core/api-error.ts'
import { api, client } from '../../core/client.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { DateOnly } from '../../ui/format/time.tsx'
import { ConfirmedAction } from '../confirmed-action.tsx'

/** Shows a redacted passage to moderators, with a button to restore it. */
export function RedactedPassage({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery(
    api.redactions.read.queryOptions({ input: { id }, retry: false, staleTime: 0 }),
  )
  if (isPending) return <Skeleton className="mt-2 h-16" />
  if (errorCode(error) === 'NOT_FOUND')
    return <p className="mt-1 text-sm text-muted">The passage was restored or permanently deleted.</p>
  if (!data) return <ErrorState title="The passage could not be loaded" onRetry={() => void refetch()} />
  return (
    <div className="mt-1 grid gap-1 rounded-lg bg-raised p-4 text-sm">
      <p className="text-muted">
        Redacted passage, permanently deleted after <DateOnly iso={data.erase_at} />:
      </p>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {data.passage}
      </p>
      <div>
        <ConfirmedAction
          button={{ kind: 'link', className: 'text-sm', label: 'Restore the passage' }}
          title="Restore the passage?"
          description="Everyone can read it again. This is logged as its own entry."
          confirmLabel="Restore"
          act={() => client.redactions.restore({ id })}
          done="Passage restored"
          failure="The passage could not be restored"
          queryKeys={[api.moderationActions.key()]}
        />
      </div>
    </div>
  )
}
