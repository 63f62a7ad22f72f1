import { ButtonAnchor } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** Cached on every device and shown by the worker instead of pages that are not cached. The worker inserts the list. */
export function OfflinePage() {
  return (
    <div data-unread className="mx-auto max-w-2xl">
      <EmptyState
        as="h1"
        title="You are offline"
        action={
          <ButtonAnchor href="" icon="icon-rotate-cw">
            Try again
          </ButtonAnchor>
        }
      >
        The forum cannot be reached from here right now. Pages that you read lately are kept on this device;
        the others have to wait.
      </EmptyState>
      <h2 className="text-xl">Pages you read lately</h2>
      <div data-kept-pages />
    </div>
  )
}
