import { useState } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import { client } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Icon } from '../../ui/icon.tsx'

/** Warns that the member gets no more mail. Shown at the bottom of pages, so that it moves no content. */
export function MailStoppedNotice() {
  const { refresh } = useSession()
  const [isSending, setSending] = useState(false)
  const tryAgain = async () => {
    setSending(true)
    try {
      await client.mailRefusals.remove()
      toast({ kind: 'success', title: 'We’ll send you email again' })
      await refresh()
    } catch (error) {
      showFailureToast('This could not be saved', error)
    } finally {
      setSending(false)
    }
  }
  return (
    <section
      aria-label="We can’t reach you by email"
      data-bottom-notice
      className="sticky bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-20 mt-auto border-t border-line bg-raised sidebar:bottom-0"
    >
      <div className="mx-auto flex max-w-[69rem] flex-wrap items-center gap-x-4 px-4 py-1.5 text-sm md:px-8">
        <p className="flex min-w-0 flex-1 basis-48 items-center gap-3 py-1">
          <Icon icon="icon-mail" className="flex-none text-muted" />
          <span>Your address rejected our emails three times, so we stopped sending them.</span>
        </p>
        <a
          href="/settings/account"
          className="inline-flex min-h-8 items-center font-medium text-act underline underline-offset-4 pointer-coarse:min-h-11"
        >
          Change address
        </a>
        <Button kind="link" pending={isSending} onClick={() => void tryAgain()}>
          It’s correct, try again
        </Button>
      </div>
    </section>
  )
}
