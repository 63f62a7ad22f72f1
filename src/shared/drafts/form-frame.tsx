import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'
import { DraftNote, DraftOffer } from './draft-notes.tsx'
import type { DraftedFormState } from './use-drafted-form.ts'

const ConflictNote = lazyWithRetry(() => import('./conflict-note.tsx'))

interface Props<Name extends string> {
  state: Omit<DraftedFormState<Name>, 'form'> & { form: { formState: { isSubmitting: boolean } } }
  outdated: ConflictText<Name>
  submitLabel: string
  onCancel: () => unknown
  children: ReactNode
}

interface ConflictText<Name extends string> {
  /** A sentence that states the conflict with another saved version. */
  title: string
  href: string
  /** Completes the sentence "View the current version, or save again to …". */
  outcome: string
  labels: Partial<Record<Name, string>>
}

/** Renders a form with draft notes, its fields, a note about conflicts, and its buttons. */
export function FormFrame<Name extends string>(props: Props<Name>) {
  const { state, outdated, submitLabel, onCancel, children } = props
  const { draft, isOutdated, submit, discard } = state
  const { isSubmitting } = state.form.formState
  const element = useRef<HTMLFormElement>(null)
  return (
    // Browser validation is off: it shows only one error at a time, in the browser's language.
    <form ref={element} onSubmit={submit} noValidate className="grid gap-5">
      {draft.restored && <DraftNote onDiscard={discard} />}
      <DraftOffer form={draft} />
      {children}
      {isOutdated && (
        <Conflict
          {...{ state, outdated, isSaving: isSubmitting }}
          onDone={() => focusFirstField(element.current)}
        />
      )}
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

interface ConflictProps<Name extends string> extends Pick<Props<Name>, 'state' | 'outdated'> {
  isSaving: boolean
  onDone: () => void
}

function Conflict<Name extends string>({ state, outdated, isSaving, onDone }: ConflictProps<Name>) {
  const { latest, values, opened } = state
  if (!latest) return <OutdatedNote {...outdated} />
  // Compares only the fields changed here, because only these are saved.
  const names = (Object.keys(outdated.labels) as Name[]).filter((name) => values[name] !== opened[name])
  const fields = names.map((name) => ({
    label: outdated.labels[name] ?? name,
    yours: values[name],
    theirs: latest.values[name],
  }))
  return (
    <Suspense fallback={<OutdatedNote {...outdated} isOnTheWay />}>
      <ConflictNote
        fields={fields}
        isSaving={isSaving}
        onKeep={state.submit}
        onTake={() => {
          state.takeLatest()
          onDone()
        }}
        onEditOn={() => {
          state.keepOwn()
          onDone()
        }}
      >
        {outdated.title}
      </ConflictNote>
    </Suspense>
  )
}

interface OutdatedProps extends Omit<ConflictText<string>, 'labels'> {
  /** Set while the comparison loads, which will receive the focus, so this note must not take it. */
  isOnTheWay?: boolean
}

/** Links to the other version while the comparison loads, or if that version can't be loaded. */
export function OutdatedNote({ title, href, outcome, isOnTheWay = false }: OutdatedProps) {
  const element = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (!isOnTheWay) element.current?.focus()
  }, [isOnTheWay])
  return (
    <p
      ref={element}
      role="status"
      tabIndex={-1}
      className="rounded-lg border border-act/50 bg-act-ground p-3.5"
    >
      {title}{' '}
      <a href={href} target="_blank" rel="noreferrer" className="text-act underline">
        View the current version
      </a>
      , or save again to {outcome}.
    </p>
  )
}

function focusFirstField(form: HTMLFormElement | null) {
  form?.querySelector<HTMLElement>('input:not([type=hidden]), textarea')?.focus()
}
