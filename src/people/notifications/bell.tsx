import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLiveEvents } from '../../accounts/live/use-live-events.ts'
import { api } from '../../core/client.ts'
import { Button, ButtonAnchor } from '../../ui/button.tsx'
import { Announcement } from '../../ui/feedback/announcement.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ICON_BUTTON } from '../../ui/icon-button.tsx'
import { Sheet } from '../../ui/overlay/sheet.tsx'
import { NO_NOTIFICATIONS } from './appearance.ts'
import { NOTIFICATION_ITEM_CLASS, NotificationItem } from './notification-item.tsx'
import { UNREAD_CAP } from './policy.ts'
import { myNotifications, useMarkNotificationsRead } from './queries.ts'

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
        {(close) => <div className="p-4 max-md:p-5">{wasOpen && <NotificationList onFollow={close} />}</div>}
      </Sheet>
    </>
  )
}

/** Returns text for screen readers when the number of unread notifications increases after the first load. */
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

function NotificationList({ onFollow }: { onFollow: () => void }) {
  const { data, isPending, isError, refetch } = useQuery(myNotifications())
  const { markRead, markAllRead } = useMarkNotificationsRead()
  const items = data?.items ?? []
  return (
    <>
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 className="text-xl">Notifications</h2>
        {(data?.unread ?? 0) > 0 && (
          <Button kind="link" onClick={markAllRead}>
            Mark all read
          </Button>
        )}
      </div>
      {isPending && <RowListSkeleton count={3} label="Loading notifications" />}
      {isError && !data && (
        <ErrorState title="Notifications could not be loaded" onRetry={() => void refetch()} />
      )}
      {data && items.length === 0 && (
        <p className="py-4 text-muted">No notifications yet. {NO_NOTIFICATIONS}</p>
      )}
      <ul>
        {items.map((item) => (
          <li key={item.id} className={`${NOTIFICATION_ITEM_CLASS} border-t`}>
            <NotificationItem
              item={item}
              onFollow={() => {
                markRead(item)
                onFollow()
              }}
            />
          </li>
        ))}
      </ul>
      {items.length > 0 && (
        <ButtonAnchor href="/notifications" kind="quiet" onClick={onFollow} className="mt-3 w-full">
          See all
        </ButtonAnchor>
      )}
    </>
  )
}

/** Milliseconds to wait for further live events before refetching notifications. */
const GATHER_MS = 250

function useNotificationEvents(): void {
  const queryClient = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveEvents(({ type }) => {
    if (type !== 'notification' && type !== 'missed') return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void queryClient.invalidateQueries({ queryKey: api.notifications.key() })
    }, GATHER_MS)
  })
}
