import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'

type TestResult = Awaited<ReturnType<typeof client.dashboard.sendTestEmail>>

/** A button that sends a test email to the viewer, and shows the mail server’s response. */
export function TestEmail() {
  const [isPending, setIsPending] = useState(false)
  const [result, setResult] = useState<TestResult>()
  const send = async () => {
    setIsPending(true)
    setResult(undefined)
    try {
      setResult(await client.dashboard.sendTestEmail())
    } catch (error) {
      showFailureToast('The test email could not be sent', error)
    }
    setIsPending(false)
  }
  return (
    <div className="mt-4 grid justify-items-start gap-3">
      <Button kind="quiet" pending={isPending} pendingLabel="Sending…" onClick={send}>
        Send Test Email
      </Button>
      <div role="status" className="max-w-3xl wrap-anywhere empty:hidden">
        {result && (
          <>
            <p className={result.accepted ? 'text-good' : 'text-bad'}>{resultInWords(result)}</p>
            <p className="mt-1 font-mono text-sm text-muted">{result.response}</p>
          </>
        )}
      </div>
    </div>
  )
}

function resultInWords({ to, goes, accepted }: TestResult): string {
  if (!accepted) return 'The email was not sent. The error:'
  if (goes === 'outbox') return 'SMTP_URL is not set, so the email was only written to a file:'
  return `The mail server accepted the email to ${to}. Check your inbox. Its response:`
}

/** A button that starts a backup. Disabled while one is running. */
export function BackUpNow({ isRunning }: { isRunning: boolean }) {
  const queryClient = useQueryClient()
  const [isPending, setIsPending] = useState(false)
  const start = async () => {
    setIsPending(true)
    try {
      await client.dashboard.startBackup()
      toast({ kind: 'success', title: 'The backup has started' })
    } catch (error) {
      showFailureToast('The backup could not be started', error)
    }
    await queryClient.invalidateQueries({ queryKey: api.dashboard.figures.key() })
    setIsPending(false)
  }
  return (
    <Button
      kind="quiet"
      className="mt-4"
      pending={isPending || isRunning}
      pendingLabel="Backing up…"
      onClick={start}
    >
      Back Up Now
    </Button>
  )
}
