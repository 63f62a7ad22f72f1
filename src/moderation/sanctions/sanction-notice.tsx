import { useState, useSyncExternalStore } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import { client } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import type { Sanction } from '../../core/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Icon } from '../../ui/icon.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { appealHref, suspendedTitle } from './copy.ts'
import { warningRequest } from './refusals.ts'

/**
 * Notice of a sanction, fixed to the bottom of every page, so that no content moves when it appears. On
 * phones it is above the navigation bar, which is 3.5rem high. Pages end with 4.5rem of space for it.
 */
export function SanctionNotice({ sanctions }: { sanctions: Sanction[] }) {
  const sanction = sanctions[0]
  if (!sanction) return null
  const { kind, rule } = sanction
  return (
    <section
      aria-label={kind === 'warning' ? 'Warning' : 'Suspension'}
      data-bottom-notice
      className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-20 mt-auto border-t border-line bg-raised bottom-bar:-mb-4 sidebar:bottom-0"
    >
      <div className="mx-auto flex max-w-[69rem] items-center gap-x-3 px-4 py-1.5 text-sm md:px-8">
        <Icon icon="icon-shield" className="flex-none text-muted" />
        <p className="min-w-0 flex-1 wrap-anywhere">
          {kind === 'warning' ? 'A moderator warned you' : suspendedTitle(sanction)}
          {rule && <span className="text-muted">{`: rule ${rule}`}</span>}
        </p>
        {kind === 'warning' ? (
          <Button kind="link" onClick={warningRequest.open} aria-haspopup="dialog">
            Read warning
          </Button>
        ) : (
          <AppealLink sanction={sanction} />
        )}
      </div>
      {kind === 'warning' && <Warning key={sanction.id} warning={sanction} />}
    </section>
  )
}

function AppealLink({ sanction }: { sanction: Sanction }) {
  return (
    <a
      href={appealHref(sanction)}
      className="inline-flex min-h-8 items-center font-medium text-act underline underline-offset-4 pointer-coarse:min-h-11"
    >
      Appeal
    </a>
  )
}

function Warning({ warning }: { warning: Sanction }) {
  const { refresh } = useSession()
  const isOpen = useSyncExternalStore(warningRequest.subscribe, warningRequest.isOpen)
  const [isSending, setSending] = useState(false)
  const acknowledge = async () => {
    setSending(true)
    try {
      await client.sanctions.acknowledge({ id: warning.id })
      warningRequest.close()
      toast({ kind: 'success', title: 'Warning acknowledged', description: 'You can write again.' })
      await refresh()
    } catch (error) {
      showFailureToast('The warning could not be acknowledged', error)
      setSending(false)
    }
  }
  return (
    <Dialog open={isOpen} onClose={warningRequest.close} title="Warning from the moderators">
      {warning.rule && <p className="mb-2 text-sm text-muted">{`Rule ${warning.rule}`}</p>}
      <p className="wrap-anywhere whitespace-pre-line">{warning.message}</p>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
        <AppealLink sanction={warning} />
        <Button pending={isSending} onClick={() => void acknowledge()}>
          I’ve read this
        </Button>
      </div>
    </Dialog>
  )
}
