import { Suspense, useState } from 'react'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { LabelledControl, TextareaField } from '../../../ui/form/field.tsx'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx'
import { CONTENT_LIMITS, contentTooLong } from '../policy.ts'
import type { PostFormat } from './use-post-form.ts'

const Editor = lazyWithRetry(() => import('./editor.tsx'))

interface Props {
  format: PostFormat
  content: string
  /** Characters of text, without tags. */
  length: number
  readOnly: boolean
  onChange: (content: string) => void
}

/** Share of the limit from which the counter is shown. The plain form always shows it (spec). */
const COUNTED_FROM = 0.9
const PLACEHOLDER = 'Share your thoughts…'

/** Pasted text may exceed the limit. Its author then has to shorten it. */
export function ContentField({ format, content, length, readOnly, onChange }: Props) {
  // The editor only reads its initial text.
  const [html] = useState(content)
  const limit = CONTENT_LIMITS[format]
  const isCounted = format === 'plain' || length >= limit * COUNTED_FROM
  const field = {
    label: 'Content',
    required: true,
    ...(isCounted && { count: length, limit, unit: 'characters' }),
    error: length > limit ? contentTooLong(format) : undefined,
  }
  if (format === 'plain')
    return (
      <TextareaField
        {...field}
        name="content"
        data-mentions
        className="min-h-72"
        placeholder={PLACEHOLDER}
        value={content}
        readOnly={readOnly}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  return (
    <LabelledControl {...field}>
      {({ id, 'aria-describedby': describedBy, 'aria-invalid': isInvalid }) => (
        <Suspense fallback={<Skeleton className="h-[449px]" />}>
          <Editor
            html={html}
            readOnly={readOnly}
            onChange={onChange}
            placeholder={PLACEHOLDER}
            labelledBy={`${id}-label`}
            describedBy={describedBy}
            isInvalid={isInvalid}
          />
        </Suspense>
      )}
    </LabelledControl>
  )
}
