import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { DraftNote } from '../../drafts/draft-note.tsx'
import { UnsentNote } from '../../drafts/unsent-note.tsx'
import { TITLE_LIMIT } from '../policy.ts'
import { CategoryPicker } from './category-picker.tsx'
import { ContentField } from './content-field.tsx'
import { type PostFormOptions, type PostValues, usePostForm } from './use-post-form.ts'

interface Props extends PostFormOptions {
  submitLabel: string
  pendingLabel: string
  cancel: ReactNode
  /** Stands before the buttons. */
  beside?: (values: PostValues, save: () => void) => ReactNode
}

/** Title, categories and content of a post. Ctrl or Cmd with Enter sends it. */
export function PostForm({ submitLabel, pendingLabel, cancel, beside, ...options }: Props) {
  const { values, form, length, isSaving, isPublishable, submit } = usePostForm(options)
  const [generation, setGeneration] = useState(0)
  const discard = () => {
    form.discard()
    setGeneration(generation + 1)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onKeyDown={(event) => {
        if (!isSending(event)) return
        event.preventDefault()
        void submit()
      }}
      className="grid gap-6"
    >
      {form.restored && <DraftNote onDiscard={discard} />}
      {form.isUnsent && <UnsentNote onSend={() => void submit()} isSending={isSaving} />}
      <Field
        label="Title"
        name="title"
        autoComplete="off"
        required
        maxLength={TITLE_LIMIT}
        count={values.title.length}
        limit={TITLE_LIMIT}
        {...(options.format === 'plain' && { unit: 'characters' })}
        value={values.title}
        readOnly={isSaving}
        onChange={(event) => form.change({ title: event.target.value })}
      />
      <CategoryPicker
        chosen={values.category_ids}
        onChange={(category_ids) => form.change({ category_ids })}
      />
      <ContentField
        key={generation}
        format={options.format}
        content={values.content}
        length={length}
        readOnly={isSaving}
        onChange={(content) => form.change({ content })}
      />
      <div className="flex flex-wrap justify-end gap-3">
        {beside?.(values, form.save)}
        {cancel}
        <Button type="submit" disabled={!isPublishable} pending={isSaving} pendingLabel={pendingLabel}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

/** Enter alone sends from the title too, as in any form, also to be told what is missing. */
function isSending({ key, ctrlKey, metaKey, target, nativeEvent }: KeyboardEvent<HTMLElement>): boolean {
  if (key !== 'Enter' || nativeEvent.isComposing) return false
  return ctrlKey || metaKey || (target as Element).matches('input[name=title]')
}
