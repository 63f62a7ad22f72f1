import { Button } from '../button.tsx'
import { IconButton } from '../icon-button.tsx'
import { useKeptFocus } from '../list/use-kept-focus.ts'
import { FLOATING } from '../overlay/popup-look.ts'

export interface Attempt {
  isTrying: boolean
  retry: () => void
}

interface Props extends Attempt {
  /** For a form that was opened: takes the message away. */
  onCancel?: (() => void) | undefined
}

/** In the place of a part whose code could not be loaded. */
export function LoadFailure({ isTrying, retry, onCancel }: Props) {
  const button = useKeptFocus<HTMLButtonElement>(isTrying)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 text-sm text-muted">
      <span role="alert">
        {isTrying ? 'Loading…' : 'Couldn’t load this. Check your connection and try again.'}
      </span>
      <Button ref={button} kind="link" disabled={isTrying} onClick={retry}>
        Try again
      </Button>
      {onCancel && (
        <Button kind="link" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </span>
  )
}

interface PopupProps extends Attempt {
  open: boolean
  onClose: () => void
}

/** The same below the button that was to open a menu or a dialog, above what stands there. */
export function PopupLoadFailure({ open, onClose, ...attempt }: PopupProps) {
  return (
    open && (
      <span className="relative">
        <span
          ref={moveIntoView}
          className={`${FLOATING} absolute top-6 right-0 z-50 flex w-80 max-w-[calc(100vw-1rem)] items-start gap-2 p-4 text-left`}
        >
          <LoadFailure {...attempt} />
          <IconButton label="Close" icon="icon-x" onClick={onClose} className="ml-auto" />
        </span>
      </span>
    )
  )
}

function moveIntoView(popup: HTMLElement | null) {
  const left = popup?.getBoundingClientRect().left ?? 0
  if (popup && left < 8) popup.style.translate = `${8 - left}px`
}
