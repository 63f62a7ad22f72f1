import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Announcement } from '../../ui/feedback/announcement.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ICON_BUTTON } from '../../ui/icon-button.tsx'
import { Sheet } from '../../ui/overlay/sheet.tsx'
import { NotificationList } from './notification-list.tsx'
import { UNREAD_CAP } from './policy.ts'
import { myNotifications } from './queries.ts'
import { useNotificationEvents } from './use-notification-events.ts'

/** For members: how much is unread, and the newest 20 on a press. */
export function Bell() {
  const { data } = useQuery(myNotifications())
  useNotificationEvents()
  const [wasOpen, setWasOpen] = useState(false)
  const unread = data?.unread ?? 0
  const news = useMore(data?.unread)
  return (
    <>
      <button type="button" popoverTarget="notifications" className={ICON_BUTTON}>
        <Icon icon="icon-bell" className="size-5" />
        <span className="sr-only">Notifications{unread > 0 && `, ${shortened(unread)} unread`}</span>
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-1 left-6 pointer-fine:-top-0.5 pointer-fine:left-4 whitespace-nowrap rounded-full bg-act px-1.5 text-[0.6875rem] leading-4.5 font-bold text-on-act"
          >
            {shortened(unread)}
          </span>
        )}
      </button>
      <Announcement>{news}</Announcement>
      <Sheet id="notifications" label="Notifications" side="corner" onOpen={() => setWasOpen(true)}>
        {(close) => (
          <div className="p-4 max-md:p-5">
            <Suspense>{wasOpen && <NotificationList onFollow={close} />}</Suspense>
          </div>
        )}
      </Sheet>
    </>
  )
}

/** Says so when there is more to read than before, not what was there when the page came. */
function useMore(unread: number | undefined): string {
  const [{ known, words }, setState] = useState({ known: unread, words: '' })
  if (unread !== known)
    setState({
      known: unread,
      words: known !== undefined && (unread ?? 0) > known ? `Notifications, ${unread} unread` : '',
    })
  return words
}

function shortened(unread: number): string {
  return unread > UNREAD_CAP ? `${UNREAD_CAP}+` : String(unread)
}
