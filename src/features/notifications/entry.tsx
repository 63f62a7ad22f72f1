import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/core/client.ts'
import { Time } from '../../ui/format/time.tsx'
import { Icon } from '../../ui/icon.tsx'
import { hrefOf, iconOf } from './appearance.ts'
import type { Notification } from './contract.ts'

interface Props {
  item: Notification
  /** Pressed: it is read, and leads to its thing. */
  onFollow: () => void
}

/** What happened, when, and a dot while it is unread. */
export function Entry({ item, onFollow }: Props) {
  const href = hrefOf(item)
  const queryClient = useQueryClient()
  const follow = () => {
    // It may be newer than the discussion that is on screen, or was lately.
    if (item.comment_id) void queryClient.invalidateQueries({ queryKey: api.comments.key() })
    if (item.note_id) void queryClient.invalidateQueries({ queryKey: api.notes.replies.key() })
    onFollow()
  }
  const content = (
    <>
      <Icon icon={iconOf(item)} className={`mt-0.5 ${item.is_read ? 'text-faint' : 'text-act'}`} />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className={`block ${item.is_read ? 'text-muted' : 'font-medium'}`}>{item.title}</span>
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
  if (!href)
    return (
      <button type="button" onClick={follow} className={ENTRY}>
        {content}
      </button>
    )
  return (
    <a href={href} onClick={follow} className={ENTRY}>
      {content}
    </a>
  )
}

const ENTRY =
  'flex min-h-11 w-full min-w-0 flex-1 items-start gap-3 px-1 py-3 text-left leading-snug hover:bg-act-ground'
