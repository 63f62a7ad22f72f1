import { type RefObject, useState } from 'react'
import { errorMessage } from '../../api/core/api-error.ts'
import { client } from '../../api/core/client.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { formatNumber } from '../../ui/format/format-number.ts'
import { useFocusAfter } from '../../ui/list/use-focus-after.ts'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { useShowJobs } from './queries.ts'

interface FailedKind {
  kind: string
  failed: number
}

interface Props {
  kinds: readonly FailedKind[]
  /** Gets the focus when a kind has gone. */
  place: RefObject<HTMLElement | null>
}

/** Kinds with several failures, which often have one cause. */
export function FailedKinds({ kinds, place }: Props) {
  const [toRetry, setToRetry] = useState<FailedKind & { open: boolean }>()
  const show = useShowJobs()
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
          description="Each is tried once more, as soon as its turn comes. That helps once the cause is gone. The log of changes says that you did this."
          confirmLabel="Retry all"
          onConfirm={() => retryAll(toRetry.kind).then((isDone) => isDone && focusAfter(toRetry.kind))}
          // Not earlier: closing returns the focus to a button of the row.
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
    const { retried } = await client.operation.retryKind({ kind })
    const title = `${formatNumber(retried)} ${retried === 1 ? 'job' : 'jobs'} will be tried again`
    toast({ kind: 'success', title })
    return true
  } catch (error) {
    const description = errorMessage(error) ?? 'Check your connection and try again.'
    toast({ kind: 'error', title: 'The jobs could not be tried again', description })
    return false
  }
}
