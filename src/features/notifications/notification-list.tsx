import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RowListSkeleton } from '../../ui/skeleton.tsx'
import { Time } from '../../ui/time.tsx'
import { myNotifications } from './bell.tsx'
import type { Notification } from './contract.ts'

/** The newest 20; unread ones carry a dot until they are followed. A failure leaves the list empty. */
export default function NotificationList({ onFollow }: { onFollow: () => void }) {
  const { data, isPending } = useQuery(myNotifications())
  const { markRead, markAllRead } = useReading()
  const items = data?.items ?? []
  return (
    <>
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 className="text-xl">Notifications</h2>
        {(data?.unread ?? 0) > 0 && (
          <Button kind="link" onClick={() => markAllRead()}>
            Mark all read
          </Button>
        )}
      </div>
      {isPending && <RowListSkeleton count={3} label="Loading notifications" />}
      {!isPending && items.length === 0 && (
        <p className="py-4 text-muted">
          No notifications yet. Comments, votes and new followers appear here.
        </p>
      )}
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <Entry
              item={item}
              onFollow={() => {
                if (!item.is_read) markRead(item.id)
                onFollow()
              }}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

function Entry({ item, onFollow }: { item: Notification; onFollow: () => void }) {
  const content = (
    <>
      <Icon icon={ICONS[item.type] ?? 'icon-bell'} className="mt-0.5 text-muted" />
      <span className="min-w-0 flex-1">
        <span className={item.is_read ? 'text-muted' : 'font-medium'}>{item.title}</span>
        {item.content && <span className="line-clamp-2 text-sm text-muted">{item.content}</span>}
        <Time iso={item.created_at} className="block text-sm text-faint" />
      </span>
      {!item.is_read && (
        <span className="mt-2 size-2 flex-none rounded-full bg-act">
          <span className="sr-only">Unread</span>
        </span>
      )}
    </>
  )
  if (!item.post_id) {
    return (
      <button type="button" onClick={onFollow} className={ENTRY}>
        {content}
      </button>
    )
  }
  const hash = item.comment_id ? `comment-${item.comment_id}` : undefined
  return (
    <Link to="/post/$id" params={{ id: item.post_id }} hash={hash} onClick={onFollow} className={ENTRY}>
      {content}
    </Link>
  )
}

/** Shown at once, and as the server has it in the end. Nothing is said when it fails: they stay unread. */
function useReading() {
  const queryClient = useQueryClient()
  const { queryKey } = myNotifications()
  const onSettled = () => queryClient.invalidateQueries({ queryKey })
  const one = useMutation({ ...api.notifications.read.mutationOptions(), onSettled })
  const all = useMutation({ ...api.notifications.readAll.mutationOptions(), onSettled })
  const show = (isRead: (item: Notification) => boolean) =>
    queryClient.setQueryData(queryKey, (data) => {
      if (!data) return data
      const news = data.items.filter((item) => !item.is_read && isRead(item)).length
      const items = data.items.map((item) => (isRead(item) ? { ...item, is_read: true } : item))
      return { ...data, items, unread: data.unread - news }
    })
  return {
    markRead: (id: string) => {
      show((item) => item.id === id)
      one.mutate({ id })
    },
    markAllRead: () => {
      show(() => true)
      all.mutate(undefined)
    },
  }
}

const ICONS: Record<string, `icon-${string}`> = {
  comment: 'icon-message-circle',
  vote: 'icon-chevron-up',
  follow: 'icon-user-plus',
}

const ENTRY =
  'flex w-full items-start gap-3 border-t border-line px-1 py-3 text-left leading-snug hover:bg-act-ground'
