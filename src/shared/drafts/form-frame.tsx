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
  /** A sentence that states the conflict. */
  title: string
  href: string
  /** Completes "or save again to …". */
  outcome: string
  labels: Partial<Record<Name, string>>
}

/** Wraps the fields of a form in the form element, draft notes, conflict and buttons. */
export function FormFrame<Name extends string>(props: Props<Name>) {
  const { state, outdated, submitLabel, onCancel, children } = props
  const { draft, isOutdated, submit, discard } = state
  const { isSubmitting } = state.form.formState
  const element = useRef<HTMLFormElement>(null)
  return (
    // The browser would show one error at a time, in its own language.
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
  // Only fields changed here are sent. The others keep the saved values.
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
  /** The conflict is loading and will receive focus. Otherwise a dialog would move focus when this element unmounts. */
  isOnTheWay?: boolean
}

/** Shown while the conflict loads, or if the other version can't be loaded. */
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
