import { lazy, Suspense, useState } from 'react'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Labelled, TextareaField } from '../../../ui/form/field.tsx'
import { CONTENT_LIMIT, CONTENT_TOO_LONG } from '../policy.ts'
import type { Format } from './use-post-form.ts'

const Editor = lazy(() => import('./editor.tsx'))

interface Props {
  format: Format
  content: string
  /** Characters of text, without tags. */
  length: number
  readOnly: boolean
  onChange: (content: string) => void
}

const PLACEHOLDER = 'Share your thoughts…'

/** Longer texts than the limit may be pasted, and then cut by who wrote them, not by us. */
export function ContentField({ format, content, length, readOnly, onChange }: Props) {
  const field = {
    label: 'Content',
    required: true,
    count: length,
    limit: CONTENT_LIMIT,
    unit: 'characters',
    error: length > CONTENT_LIMIT ? CONTENT_TOO_LONG : undefined,
  }
  if (format === 'rich') return <RichField {...{ field, content, readOnly, onChange }} />
  return (
    <TextareaField
      {...field}
      name="content"
      className="min-h-72"
      placeholder={PLACEHOLDER}
      value={content}
      readOnly={readOnly}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

type RichProps = Pick<Props, 'content' | 'readOnly' | 'onChange'> & {
  field: Omit<Parameters<typeof Labelled>[0], 'children'>
}

function RichField({ field, content, readOnly, onChange }: RichProps) {
  // The editor keeps its own text; it starts with what was there when it was made.
  const [html] = useState(content)
  return (
    <Labelled {...field}>
      {({ id, 'aria-describedby': describedBy }) => (
        <Suspense fallback={<Skeleton className="h-[449px]" />}>
          <Editor
            html={html}
            readOnly={readOnly}
            onChange={onChange}
            placeholder={PLACEHOLDER}
            labelledBy={`${id}-label`}
            describedBy={describedBy}
          />
        </Suspense>
      )}
    </Labelled>
  )
}
