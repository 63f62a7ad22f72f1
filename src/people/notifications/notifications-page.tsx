import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRequiredMember } from '../../accounts/session/session.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { NeedsScript } from '../../ui/feedback/needs-script.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ListEnd } from '../../ui/list/list-end.tsx'
import { LinkTab, LinkTabs } from '../../ui/tabs.tsx'
import { NO_NOTIFICATIONS } from './appearance.ts'
import type { Notification } from './contract.ts'
import { NOTIFICATION_ITEM_CLASS, NotificationItem } from './notification-item.tsx'
import { myNotifications, notificationPages, useMarkNotificationsRead } from './queries.ts'

type Only = 'unread' | undefined

/** The page of the viewer's notifications. It is private, so the server's HTML does not contain them. */
export function NotificationsPage({ only }: { only: Only }) {
  const viewer = useRequiredMember()
  return (
    <>
      <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h1 className="text-2xl">Notifications</h1>
        {viewer && <MarkAllRead />}
      </div>
      <NeedsScript>Notifications need JavaScript because only you can see them.</NeedsScript>
      <LinkTabs label="Show">
        <LinkTab to="/notifications" search={{}} resetScroll={false} current={!only}>
          All
        </LinkTab>
        <LinkTab
          to="/notifications"
          search={{ only: 'unread' }}
          resetScroll={false}
          current={only === 'unread'}
        >
          Unread
        </LinkTab>
      </LinkTabs>
      {viewer ? <Notifications key={only} only={only} /> : <Loading />}
    </>
  )
}

function Notifications({ only }: { only: Only }) {
  const list = useInfiniteQuery(notificationPages(only))
  const { markRead } = useMarkNotificationsRead()
  if (list.isPending) return <Loading />
  // Removes duplicates: a new vote moves its notification to the top, so two loaded pages may contain it.
  const items = [
    ...new Map(list.data?.pages.flatMap((page) => page.items).map((item) => [item.id, item])).values(),
  ]
  return (
    <>
      {items.length === 0 && !list.isError && <Nothing only={only} />}
      <ul>
        {items.map((item) => (
          <Row key={item.id} item={item} onRead={() => markRead(item)} />
        ))}
      </ul>
      <ListEnd list={list} failure="Notifications could not be loaded" />
    </>
  )
}

function MarkAllRead() {
  const { data } = useQuery(myNotifications())
  const { markAllRead } = useMarkNotificationsRead()
  if (!data?.unread) return null
  return (
    <Button kind="link" onClick={markAllRead}>
      Mark all read
    </Button>
  )
}

function Row({ item, onRead }: { item: Notification; onRead: () => void }) {
  return (
    <li data-list-item className={`${NOTIFICATION_ITEM_CLASS} border-b`}>
      <NotificationItem item={item} onFollow={onRead} />
      <IconButton
        icon="icon-check"
        label="Mark read"
        onClick={onRead}
        // Hidden without losing its space, so that the layout does not change.
        className={`my-1.5 ${item.is_read ? 'invisible' : ''}`}
      />
    </li>
  )
}

function Nothing({ only }: { only: Only }) {
  if (only)
    return (
      <EmptyState
        icon="icon-check-check"
        title="Nothing unread"
        action={
          <ButtonLink to="/notifications" kind="quiet">
            All notifications
          </ButtonLink>
        }
      >
        You’re all caught up.
      </EmptyState>
    )
  return (
    <EmptyState
      icon="icon-bell"
      title="No notifications yet"
      action={<ButtonLink to="/forum">Browse Forum</ButtonLink>}
    >
      {NO_NOTIFICATIONS}
    </EmptyState>
  )
}

function Loading() {
  return <RowListSkeleton count={8} label="Loading notifications" />
}
