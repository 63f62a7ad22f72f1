import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { SanctionFieldNote } from '../../../moderation/sanctions/sanction-field-note.tsx'
import { DraftNote, DraftOffer, DraftState, UnsentNote } from '../../../shared/drafts/draft-notes.tsx'
import { Honeypot } from '../../../shared/drafts/submission-facts.tsx'
import { PreviewButton } from '../../../shared/markup/preview-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { GrowingField } from '../../../ui/form/growing-field.tsx'
import { TITLE_LIMIT } from '../policy.ts'
import { ConceptPicker } from './concept-picker.tsx'
import { ContentField } from './content-field.tsx'
import { type PostFormOptions, type PostValues, usePostForm } from './use-post-form.ts'

interface Props extends Omit<PostFormOptions, 'focusOn'> {
  submitLabel: string
  pendingLabel: string
  cancel: ReactNode
  /** Renders content to the left of the buttons. */
  beside?: (values: PostValues, save: () => void) => ReactNode
  /** Renders content above the buttons. */
  above?: (form: OpenForm) => ReactNode
}

export interface OpenForm {
  values: PostValues
  isSaving: boolean
  submit: () => Promise<unknown>
  replace: (values: Partial<PostValues>) => void
  /** Moves the focus to the content field. */
  focus: () => void
}

/** Form for title, content and concepts of a post. Ctrl+Enter or Cmd+Enter submits it. */
export function PostForm({ submitLabel, pendingLabel, cancel, beside, above, ...options }: Props) {
  const element = useRef<HTMLFormElement>(null)
  const { values, form, trap, length, isSaving, isPublishable, submit, titleError } = usePostForm({
    ...options,
    focusOn: (field) => (field === 'title' ? focusTitle(element.current) : focusContent(element.current)),
  })
  const [generation, setGeneration] = useState(0)
  const discard = () => {
    form.discard()
    setGeneration(generation + 1)
  }
  const replace = (values: Partial<PostValues>) => {
    form.change(values)
    // The editor reads only its initial text, so remount it with a new key.
    if (values.content !== undefined) setGeneration((before) => before + 1)
  }
  return (
    <form
      ref={element}
      onSubmit={(event) => {
        event.preventDefault()
        // React also passes on the events of dialogs that the form opened.
        if (event.target === event.currentTarget) void submit()
      }}
      onKeyDown={(event) => {
        if (!isSending(event) || !event.currentTarget.contains(event.target as Node)) return
        event.preventDefault()
        void submit()
      }}
      className="grid gap-6"
    >
      {form.restored && <DraftNote onDiscard={discard} />}
      <DraftOffer form={form} />
      {form.isUnsent && <UnsentNote onSend={() => void submit()} isSending={isSaving} />}
      <GrowingField
        label="Title"
        name="title"
        autoComplete="off"
        required
        maxLength={TITLE_LIMIT}
        count={values.title.length}
        limit={TITLE_LIMIT}
        {...(options.format === 'plain' && { unit: 'characters' })}
        value={values.title}
        error={titleError}
        readOnly={isSaving}
        onChange={(title) => form.change({ title })}
        onEnter={() => focusContent(element.current)}
      />
      <ContentField
        key={`${generation}.${form.generation}`}
        format={options.format}
        content={values.content}
        length={length}
        readOnly={isSaving}
        onChange={(content) => form.change({ content })}
      />
      <ConceptPicker chosen={values.concept_ids} onChange={(concept_ids) => form.change({ concept_ids })} />
      <Honeypot trap={trap} />
      {above?.({ values, isSaving, submit, replace, focus: () => focusContent(element.current) })}
      <SanctionFieldNote />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <DraftState form={form} />
        {beside?.(values, form.save)}
        {cancel}
        <PreviewButton content={values.content} format={options.format} />
        <Button type="submit" disabled={!isPublishable} pending={isSaving} pendingLabel={pendingLabel}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

function isSending({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent<HTMLElement>): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !nativeEvent.isComposing
}

function focusTitle(form: HTMLFormElement | null) {
  form?.querySelector<HTMLElement>('[name=title]')?.focus()
}

function focusContent(form: HTMLFormElement | null) {
  form?.querySelector<HTMLElement>('textarea[name=content], [contenteditable=true]')?.focus()
}
