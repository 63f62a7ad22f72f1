import { useQuery } from '@tanstack/react-query'
import { Button, ButtonAnchor } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { WHAT_COMES } from './appearance.ts'
import { ENTRY_PLACE, Entry } from './entry.tsx'
import { myNotifications } from './queries.ts'
import { useReading } from './use-reading.ts'

/** The newest 20; unread ones carry a dot until they are followed. */
export function NotificationList({ onFollow }: { onFollow: () => void }) {
  const { data, isPending, isError, refetch } = useQuery(myNotifications())
  const { markRead, markAllRead } = useReading()
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
      {data && items.length === 0 && <p className="py-4 text-muted">No notifications yet. {WHAT_COMES}</p>}
      <ul>
        {items.map((item) => (
          <li key={item.id} className={`${ENTRY_PLACE} border-t`}>
            <Entry
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
