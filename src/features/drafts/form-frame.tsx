import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { DraftNote } from './draft-note.tsx'
import type { DraftedFormState } from './use-drafted-form.ts'

interface Props {
  state: Pick<DraftedFormState<never>, 'isOutdated' | 'submit' | 'discard'> & {
    draft: { restored: boolean }
    form: { formState: { isSubmitting: boolean } }
  }
  /** Said when somebody has saved the thing since: see OutdatedNote. */
  outdated: ReactNode
  submitLabel: string
  onCancel: () => unknown
  children: ReactNode
}

/** What every form about one thing has around its fields. */
export function FormFrame({ state, outdated, submitLabel, onCancel, children }: Props) {
  const { draft, isOutdated, submit, discard } = state
  const { isSubmitting } = state.form.formState
  return (
    // Not validated by the browser: its words would stand in its own language, one field at a time.
    <form onSubmit={submit} noValidate className="grid gap-5">
      {draft.restored && <DraftNote onDiscard={discard} />}
      {isOutdated && outdated}
      {children}
      <div className="flex flex-wrap justify-end gap-3">
        <Button
          kind="quiet"
          disabled={isSubmitting}
          onClick={() => {
            discard()
            onCancel()
          }}
        >
          Cancel
        </Button>
        <Button type="submit" pending={isSubmitting} pendingLabel="Saving...">
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

interface OutdatedNoteProps {
  /** What has happened, as a sentence. */
  children: string
  /** Where the thing is to be seen as it is now. */
  href: string
  /** What saving again does: "or save again to …". */
  outcome: string
}

export function OutdatedNote({ children, href, outcome }: OutdatedNoteProps) {
  return (
    <p role="status" className="rounded-lg border border-act/50 bg-act-ground p-3.5">
      {children}{' '}
      <a href={href} target="_blank" rel="noreferrer" className="text-act underline">
        Look at it as it is now
      </a>
      , or save again to {outcome}.
    </p>
  )
}
