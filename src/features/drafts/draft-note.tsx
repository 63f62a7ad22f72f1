import { Button } from '../../ui/button.tsx'

/** Says quietly that the text of an earlier visit is back, and offers to do without it. */
export function DraftNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
      Draft restored
      <Button kind="link" onClick={onDiscard} className="min-h-8!">
        Discard
      </Button>
    </p>
  )
}
