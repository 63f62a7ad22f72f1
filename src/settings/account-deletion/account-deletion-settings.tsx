import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../core/client.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { localDate } from '../../ui/format/relative-time.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useKeepAccount } from './account-deletion-notice.tsx'
import type { AccountDeletion } from './contract.ts'
import { DeleteAccountForm } from './delete-account-form.tsx'
import { UNDO_DAYS } from './policy.ts'

export default function LeaveSettings() {
  const { data, isPending, isError, isFetching, refetch } = useQuery(api.me.readDeletion.queryOptions())
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <h2 className="font-sans text-base font-semibold">Delete your account</h2>
      {isPending && <Skeleton className="mt-2 h-10 w-full" />}
      {isError && (
        <ErrorState
          title="Account details could not be loaded"
          pending={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data?.deletion && <Leaving deletion={data.deletion} />}
      {data && !data.deletion && (
        <>
          <p className="mt-1 text-muted">
            You choose what happens to your content, and you have {UNDO_DAYS} days to change your mind.
          </p>
          <Button kind="danger" className="mt-3" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            Delete account…
          </Button>
          <Dialog open={isOpen} onClose={() => setOpen(false)} title="Delete your account?">
            <DeleteAccountForm counts={data.counts} onCancel={() => setOpen(false)} />
          </Dialog>
        </>
      )}
    </div>
  )
}

function Leaving({ deletion: { delete_at, keep_content } }: { deletion: AccountDeletion }) {
  const [isKeeping, keep] = useKeepAccount()
  return (
    <div className="mt-3 grid justify-items-start gap-3 rounded-lg border border-line bg-sunken p-4">
      <p>
        Your account will be deleted on <strong>{localDate(delete_at)}</strong>.{' '}
        {keep_content ? 'Your content stays, without your name.' : 'Your content will be deleted too.'} Until
        then, you can read but not write.
      </p>
      <Button pending={isKeeping} onClick={keep}>
        Keep my account
      </Button>
    </div>
  )
}
