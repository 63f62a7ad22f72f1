import { Button } from '../../ui/button.tsx'
import { calendarDate } from '../../ui/format/relative-time.ts'
import { Icon } from '../../ui/icon.tsx'
import { useKeepAccount } from './use-keep-account.ts'

/** Where whoever leaves stands, at the lower edge of every page: nothing that is read moves when it comes. */
export function LeavingNotice({ at }: { at: string }) {
  const [isKeeping, keep] = useKeepAccount()
  return (
    <section
      aria-label="Your account is to be deleted"
      data-bottom-notice
      className="sticky bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-20 mt-auto border-t border-line bg-raised sidebar:bottom-0"
    >
      <div className="mx-auto flex max-w-[69rem] items-center gap-x-3 px-4 py-1.5 text-sm md:px-8">
        <Icon icon="icon-clock" className="flex-none text-muted" />
        <p className="min-w-0 flex-1 wrap-anywhere">Your account will be deleted on {calendarDate(at)}.</p>
        <Button kind="link" pending={isKeeping} onClick={keep}>
          Keep my account
        </Button>
      </div>
    </section>
  )
}
