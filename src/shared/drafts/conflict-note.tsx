import { type ChangeObject, diffWordsWithSpace } from 'diff'
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import { Button } from '../../ui/button.tsx'

interface ConflictField {
  label: string
  yours: string
  theirs: string
}

interface Props {
  /** A sentence that states who or what caused the conflict. */
  children: string
  fields: readonly ConflictField[]
  isSaving: boolean
  onKeep: () => unknown
  onTake: () => void
  onEditOn: () => void
}

/** Time limit for computing the diff, in milliseconds. If it takes longer, no changes are highlighted. */
const DIFF_TIMEOUT = 500

/** Shows the member's version and the saved one above the submit button, and focuses their heading. */
export default function ConflictNote({ children, fields, isSaving, onKeep, onTake, onEditOn }: Props) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])
  const changed = fields.filter(({ yours, theirs }) => yours !== theirs)
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-lg border border-act/50 bg-act-ground p-4">
      <div>
        <h3 id={id} ref={heading} tabIndex={-1} className="text-lg font-semibold">
          {children}
        </h3>
        <p className="mt-1 text-muted">
          {changed.length > 0
            ? 'Nothing is lost. Compare both versions below.'
            : 'Both versions are the same.'}
        </p>
      </div>
      {changed.map((field) => (
        <Versions key={field.label} {...field} />
      ))}
      <div className="flex flex-wrap gap-3">
        <Button pending={isSaving} pendingLabel="Saving..." onClick={() => void onKeep()}>
          Save your version
        </Button>
        <Button kind="quiet" disabled={isSaving} onClick={onTake}>
          Use saved version
        </Button>
        <Button kind="quiet" disabled={isSaving} onClick={onEditOn}>
          Continue editing
        </Button>
      </div>
    </section>
  )
}

function Versions({ label, yours, theirs }: ConflictField) {
  const parts = useMemo(() => diffWordsWithSpace(theirs, yours, { timeout: DIFF_TIMEOUT }), [theirs, yours])
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <Version label={`${label}: your version`}>
        {parts ? <Marked parts={parts} which="added" /> : yours}
      </Version>
      <Version label={`${label}: saved version`}>
        {parts ? <Marked parts={parts} which="removed" /> : theirs}
      </Version>
    </div>
  )
}

/** Renders one of two versions and highlights the words that are missing in the other. */
function Marked({ parts, which }: { parts: readonly ChangeObject<string>[]; which: 'added' | 'removed' }) {
  const Mark = which === 'added' ? 'ins' : 'del'
  let place = 0
  return parts
    .filter((part) => part[which] || !(part.added || part.removed))
    .map((part) => {
      place += part.value.length
      if (!part[which]) return part.value
      return (
        <Mark key={place} className={MARKS[which]}>
          {part.value}
        </Mark>
      )
    })
}

/** Styles of added and removed words. The underlines make them distinguishable without color. */
const MARKS = {
  added: 'rounded-sm bg-good/20 underline decoration-2 underline-offset-3',
  removed: 'rounded-sm bg-bad/20 underline decoration-dotted decoration-2 underline-offset-3',
}

function Version({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h4 className="mb-1 text-sm font-semibold text-muted">{label}</h4>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        dir="auto"
        className="max-h-72 overflow-y-auto rounded-lg border border-line bg-ground p-3 wrap-anywhere whitespace-pre-wrap"
      >
        {children}
      </section>
    </div>
  )
}
