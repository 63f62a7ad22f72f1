import type { ReactNode } from 'react'
import type { FieldError, FieldErrorsImpl, Merge } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { DraftNote } from '../drafts/draft-note.tsx'
import type { useItemForm } from './use-item-form.ts'

interface Props {
  state: Pick<ReturnType<typeof useItemForm<object>>, 'draft' | 'isOutdated' | 'submit' | 'discard'> & {
    form: { formState: { isSubmitting: boolean } }
  }
  /** Where the thing is to be seen as it is now. */
  href: string
  submitLabel: string
  onCancel: () => void
  children: ReactNode
}

/** What all forms for what curators maintain have around their fields. */
export function ItemForm({ state, href, submitLabel, onCancel, children }: Props) {
  const { draft, isOutdated, submit, discard } = state
  const { isSubmitting } = state.form.formState
  return (
    // Not validated by the browser: its words would stand in its own language, one field at a time.
    <form onSubmit={submit} noValidate className="grid gap-5">
      {draft.restored && <DraftNote onDiscard={discard} />}
      {isOutdated && <OutdatedNote href={href} />}
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

/** Of a field, or of the first wrong line of a list. */
export function errorText(
  error: FieldError | Merge<FieldError, FieldErrorsImpl> | undefined,
): string | undefined {
  if (Array.isArray(error)) return error.find(Boolean)?.message
  return typeof error?.message === 'string' ? error.message : undefined
}

function OutdatedNote({ href }: { href: string }) {
  return (
    <p role="status" className="rounded-lg border border-act/50 bg-act-ground p-3.5">
      Somebody saved this after you opened it, perhaps you in another tab.{' '}
      <a href={href} target="_blank" rel="noreferrer" className="text-act underline">
        Look at it as it is now
      </a>
      , or save again to put what is here in its place.
    </p>
  )
}
