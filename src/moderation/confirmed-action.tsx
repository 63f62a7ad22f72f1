import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { showFailureToast } from '../core/failure-toast.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { ConfirmDialog } from '../ui/overlay/dialog.tsx'

interface Props {
  button: { kind: 'link' | 'quiet'; className?: string; label: ReactNode }
  title: string
  description: string
  confirmLabel: string
  danger?: boolean
  act: () => Promise<unknown>
  /** Title of the toast after `act` succeeds. */
  done?: string
  onDone?: () => void
  /** Title of the toast if `act` fails. */
  failure: string
  /** Queries to refetch after success and after failure. */
  queryKeys: readonly QueryKey[]
}

/** A button whose action needs confirmation in a dialog. */
export function ConfirmedAction({ button, act, done, onDone, failure, queryKeys, ...dialog }: Props) {
  const [isAsking, setAsking] = useState(false)
  const queryClient = useQueryClient()
  const confirm = async () => {
    try {
      await act()
      if (done) toast({ kind: 'success', title: done })
      onDone?.()
    } catch (error) {
      showFailureToast(failure, error)
    }
    await Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
  const { label, ...look } = button
  return (
    <>
      <Button {...look} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog open={isAsking} onClose={() => setAsking(false)} onConfirm={confirm} {...dialog} />
    </>
  )
}
