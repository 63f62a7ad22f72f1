import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import { api, client } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { localDate } from '../../ui/format/relative-time.ts'
import { Icon } from '../../ui/icon.tsx'

/** Warns that the account will be deleted. Shown at the bottom of pages, so that it moves no content. */
export function AccountDeletionNotice({ at }: { at: string }) {
  const [isKeeping, keep] = useKeepAccount()
  return (
    <section
      aria-label="Your account is scheduled for deletion"
      data-bottom-notice
      className="sticky bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-20 mt-auto border-t border-line bg-raised sidebar:bottom-0"
    >
      <div className="mx-auto flex max-w-[69rem] items-center gap-x-3 px-4 py-1.5 text-sm md:px-8">
        <Icon icon="icon-clock" className="flex-none text-muted" />
        <p className="min-w-0 flex-1 wrap-anywhere">Your account will be deleted on {localDate(at)}.</p>
        <Button kind="link" pending={isKeeping} onClick={keep}>
          Keep my account
        </Button>
      </div>
    </section>
  )
}

export function useKeepAccount(): [boolean, () => Promise<void>] {
  const queryClient = useQueryClient()
  const { refresh } = useSession()
  const [isKeeping, setKeeping] = useState(false)
  const keep = async () => {
    setKeeping(true)
    try {
      await client.me.undoDeletion()
      toast({ kind: 'success', title: 'Your account was kept', description: 'Welcome back.' })
    } catch (error) {
      showFailureToast('Your account could not be kept', error)
    } finally {
      await Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: api.me.readDeletion.key() })])
      setKeeping(false)
    }
  }
  return [isKeeping, keep]
}
