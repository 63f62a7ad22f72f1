import { ButtonAnchor } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/**
 * Kept on every device and shown by the worker in place of a page that was not read there: as plain HTML, in which it
 * puts the list of those that were.
 */
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
