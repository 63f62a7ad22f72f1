import { Button } from '../button.tsx'
import { useKeptFocus } from '../list/use-kept-focus.ts'

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
