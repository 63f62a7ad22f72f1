import { ButtonAnchor } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** Page cached by every device. The worker shows it for uncached pages and inserts a list of cached ones. */
export function OfflinePage() {
  return (
    <div data-unread className="mx-auto max-w-2xl">
      <EmptyState
        as="h1"
        title="You’re offline"
        action={
          <ButtonAnchor href="" icon="icon-rotate-cw">
            Try again
          </ButtonAnchor>
        }
      >
        Check your connection and try again. Pages you read recently are saved on this device.
      </EmptyState>
      <h2 className="text-xl">Recently read pages</h2>
      <div data-kept-pages />
    </div>
  )
}
