import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { DraftNote } from './draft-note.tsx'
import { DraftOffer } from './draft-offer.tsx'
import type { DraftedForm } from './drafted-form.ts'
import type { DraftedFormState } from './use-drafted-form.ts'

const ConflictNote = lazyPart(() => import('./conflict-note.tsx'))

interface Props<Name extends string> {
  state: Pick<
    DraftedFormState<Name>,
    'isOutdated' | 'latest' | 'takeLatest' | 'keepOwn' | 'submit' | 'discard' | 'values' | 'opened'
  > & {
    draft: DraftedForm<Record<Name, string>>
    form: { formState: { isSubmitting: boolean } }
  }
  outdated: Outdated<Name>
  submitLabel: string
  onCancel: () => unknown
  children: ReactNode
}

export interface Outdated<Name extends string> {
  /** What has happened when somebody has saved the thing since, as a sentence. */
  title: string
  /** Where the thing is to be seen as it is now. */
  href: string
  /** What saving again does: "or save again to …". */
  outcome: string
  /** What its fields are called. */
  labels: Partial<Record<Name, string>>
}

/** What every form about one thing has around its fields. */
export function FormFrame<Name extends string>(props: Props<Name>) {
  const { state, outdated, submitLabel, onCancel, children } = props
  const { draft, isOutdated, submit, discard } = state
  const { isSubmitting } = state.form.formState
  const element = useRef<HTMLFormElement>(null)
  return (
    // Not validated by the browser: its words would stand in its own language, one field at a time.
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
  // Only what was changed here is sent: the rest stays as others have saved it.
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

interface OutdatedProps extends Omit<Outdated<string>, 'labels'> {
  /** The focus waits for what is to stand here: a dialog takes it when it goes from what is gone. */
  isOnTheWay?: boolean
}

/** Where what was saved meanwhile cannot be had just now. */
function OutdatedNote({ title, href, outcome, isOnTheWay = false }: OutdatedProps) {
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
        Look at it as it is now
      </a>
      , or save again to {outcome}.
    </p>
  )
}

function focusFirstField(form: HTMLFormElement | null) {
  form?.querySelector<HTMLElement>('input:not([type=hidden]), textarea')?.focus()
}
