import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { client } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { formatNumber } from '../../ui/format/format-number.ts'
import { Time } from '../../ui/format/time.tsx'
import { useFocusAfter } from '../../ui/list/use-focus-after.ts'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import type { FailedJob } from './contract.ts'
import { failedJobsQuery, useRefetchJobs } from './queries.ts'

export function FailedJobs() {
  const { data, isError, refetch } = useQuery(failedJobsQuery())
  const [toDiscard, setToDiscard] = useState<{ job: FailedJob; open: boolean }>()
  const list = useRef<HTMLUListElement>(null)
  const act = useAct(useFocusAfter(data?.items, list))
  const show = useRefetchJobs()
  if (isError && !data)
    return <ErrorState title="The failed jobs could not be loaded" onRetry={() => void refetch()} />
  const items = data?.items ?? []
  const total = data?.kinds.reduce((all, { failed }) => all + failed, 0) ?? 0
  return (
    <>
      <FailedKinds kinds={data?.kinds ?? []} place={list} />
      {/* Rendered even if empty, because the list receives the focus when the focused row is removed. */}
      <ul ref={list} tabIndex={-1} aria-label="Failed jobs" className="mt-4 outline-none">
        {items.map((job) => (
          <JobRow
            key={job.id}
            job={job}
            onRetry={() => act(job, 'retryJob').then(show)}
            onDiscard={() => setToDiscard({ job, open: true })}
          />
        ))}
      </ul>
      {total > items.length && (
        <p className="mt-3 text-sm text-muted">
          The latest {formatNumber(items.length)} of {formatNumber(total)}. “Retry all” includes those not
          listed here.
        </p>
      )}
      {toDiscard && (
        <ConfirmDialog
          open={toDiscard.open}
          onClose={() => setToDiscard({ ...toDiscard, open: false })}
          title={`Discard “${toDiscard.job.kind}”?`}
          description="It will never run, and nobody is notified. The change log will show that you discarded it."
          confirmLabel="Discard"
          danger
          onConfirm={() => act(toDiscard.job, 'discardJob')}
          // Refetches only after closing, because the dialog returns the focus to a button of the row.
          onClosed={() => {
            setToDiscard(undefined)
            void show()
          }}
        />
      )}
    </>
  )
}

interface RowProps {
  job: FailedJob
  onRetry: () => Promise<void>
  onDiscard: () => void
}

function JobRow({ job: { kind, error, attempts, failed_at }, onRetry, onDiscard }: RowProps) {
  const [isPending, setIsPending] = useState(false)
  const retry = async () => {
    setIsPending(true)
    await onRetry().finally(() => setIsPending(false))
  }
  return (
    <li data-list-item className="flex flex-wrap items-start gap-3 border-b border-line py-4">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-semibold">{kind}</p>
        <p className="mt-0.5 text-sm text-muted">{error}</p>
        <p className="mt-0.5 text-sm text-faint">
          Failed <Time iso={failed_at} />, {attempts === 1 ? 'once' : `${attempts} times`}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          kind="quiet"
          className="text-sm max-md:px-3"
          aria-label={`Retry: ${kind}`}
          pending={isPending}
          onClick={retry}
        >
          Retry
        </Button>
        <Button
          kind="danger"
          className="text-sm max-md:px-3"
          aria-label={`Discard: ${kind}`}
          onClick={onDiscard}
        >
          Discard
        </Button>
      </div>
    </li>
  )
}

const DONE = { retryJob: 'The job will be retried', discardJob: 'Job discarded' }
const NOT_DONE = {
  retryJob: 'The job could not be retried',
  discardJob: 'The job could not be discarded',
}

function useAct(onDone: (id: string) => void) {
  return async ({ id }: FailedJob, act: keyof typeof DONE) => {
    try {
      await client.dashboard[act]({ id })
      onDone(id)
      toast({ kind: 'success', title: DONE[act] })
    } catch (error) {
      showFailureToast(NOT_DONE[act], error)
    }
  }
}

interface FailedKind {
  kind: string
  failed: number
}

interface KindsProps {
  kinds: readonly FailedKind[]
  /** Element that receives the focus when the row with the pressed button has been removed. */
  place: RefObject<HTMLElement | null>
}

/** Lists kinds of jobs of which several have failed, often for one reason, with buttons to retry them all. */
function FailedKinds({ kinds, place }: KindsProps) {
  const [toRetry, setToRetry] = useState<FailedKind & { open: boolean }>()
  const show = useRefetchJobs()
  const several = kinds.filter(({ failed }) => failed > 1)
  const focusAfter = useFocusAfter(
    several.map(({ kind }) => ({ id: kind })),
    place,
  )
  return (
    <>
      <ul aria-label="Kinds of failed jobs" className="mt-4 empty:hidden">
        {several.map(({ kind, failed }) => (
          <li key={kind} className="flex flex-wrap items-center gap-3 border-b border-line py-3">
            <p className="min-w-0 flex-1 wrap-anywhere">
              {formatNumber(failed)} failed of <b className="font-semibold">{kind}</b>
            </p>
            <Button
              kind="quiet"
              className="text-sm max-md:px-3"
              aria-label={`Retry all: ${kind}`}
              onClick={() => setToRetry({ kind, failed, open: true })}
            >
              Retry all
            </Button>
          </li>
        ))}
      </ul>
      {toRetry && (
        <ConfirmDialog
          open={toRetry.open}
          onClose={() => setToRetry({ ...toRetry, open: false })}
          title={`Retry all ${formatNumber(toRetry.failed)} of “${toRetry.kind}”?`}
          description="Each job will be retried once. Do this after you’ve fixed the cause. The change log will show that you did it."
          confirmLabel="Retry all"
          onConfirm={() => retryAll(toRetry.kind).then((isDone) => isDone && focusAfter(toRetry.kind))}
          onClosed={() => {
            setToRetry(undefined)
            void show()
          }}
        />
      )}
    </>
  )
}

async function retryAll(kind: string): Promise<boolean> {
  try {
    const { retried } = await client.dashboard.retryKind({ kind })
    const title = `${formatNumber(retried)} ${retried === 1 ? 'job' : 'jobs'} will be retried`
    toast({ kind: 'success', title })
    return true
  } catch (error) {
    showFailureToast('The jobs could not be retried', error)
    return false
  }
}
