import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../core/client.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ShortTime } from '../../ui/format/time.tsx'
import { Icon } from '../../ui/icon.tsx'
import { notificationHref, notificationIcon, splitTitle } from './appearance.ts'
import type { Notification } from './contract.ts'

export function NotificationItem({ item, onFollow }: { item: Notification; onFollow: () => void }) {
  const href = notificationHref(item)
  const queryClient = useQueryClient()
  const follow = () => {
    // Refetches the discussion, because the cached one may be older than the notification.
    if (item.comment_id) void queryClient.invalidateQueries({ queryKey: api.comments.key() })
    if (item.note_id) void queryClient.invalidateQueries({ queryKey: api.notes.replies.key() })
    onFollow()
  }
  const look = `${ENTRY} ${item.is_read ? '' : 'after:bg-act/7'}`
  if (!href)
    return (
      <button type="button" onClick={follow} className={look}>
        <Content item={item} />
      </button>
    )
  return (
    <a href={href} onClick={follow} className={look}>
      <Content item={item} />
    </a>
  )
}

function Content({ item }: { item: Notification }) {
  const { name, rest } = splitTitle(item)
  return (
    <>
      <Face item={item} />
      <span className="min-w-0 wrap-anywhere">
        {!item.is_read && <span className="sr-only">Unread: </span>}
        <span className={`block text-pretty ${item.is_read ? 'text-muted' : ''}`}>
          {name && (
            <b dir="auto" className="font-semibold">
              {name}
            </b>
          )}
          {rest}
        </span>
        {item.content && (
          <span dir="auto" className="mt-0.5 line-clamp-2 text-sm text-muted">
            {item.content}
          </span>
        )}
      </span>
      <span className="flex items-center gap-2 text-xs leading-5.5 text-muted @max-md:col-start-2">
        {!item.is_read && <span className="size-2 rounded-full bg-act forced-colors:bg-[CanvasText]" />}
        <ShortTime iso={item.created_at} />
      </span>
    </>
  )
}

/** The avatar of the latest actor with an icon of the type. Without an actor, only the icon. */
function Face({ item }: { item: Notification }) {
  const { related_user: person } = item
  const icon = notificationIcon(item)
  const tint = item.is_read ? 'text-muted' : 'text-act'
  if (!person)
    return (
      <span
        className={`grid size-9 place-items-center rounded-full border border-line @max-md:row-span-2 ${tint}`}
      >
        <Icon icon={icon} />
      </span>
    )
  return (
    <span className="relative self-start leading-none @max-md:row-span-2">
      <Avatar name={displayName(person)} seed={person.username} src={person.avatar_url} size="md" />
      <span
        className={`absolute -right-1.5 -bottom-1.5 grid size-5.5 place-items-center rounded-full border border-line bg-raised ${tint}`}
      >
        <Icon icon={icon} className="size-3.5!" />
      </span>
    </span>
  )
}

const ENTRY =
  'grid min-h-11 w-full min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3.5 @md:grid-cols-[auto_minmax(0,1fr)_auto] py-3 pr-1 pl-2 text-left leading-snug after:absolute after:inset-0 after:-z-1 hover:after:bg-act-ground'

export const NOTIFICATION_ITEM_CLASS = '@container relative isolate flex items-start gap-1 border-line'
