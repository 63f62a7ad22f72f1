import { type ComponentProps, Suspense, useRef, useState } from 'react'
import { insertPictures } from '../../../shared/pictures/insert-pictures.ts'
import { PicturePreviews } from '../../../shared/pictures/picture-previews.tsx'
import { usePictures } from '../../../shared/pictures/use-pictures.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { LabelledControl, TextareaField } from '../../../ui/form/field.tsx'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx'
import { CONTENT_LIMITS, contentTooLong } from '../policy.ts'
import type { PostFormat } from './use-post-form.ts'

const Editor = lazyWithRetry(() => import('./editor.tsx'))

interface Props {
  format: PostFormat
  content: string
  /** Number of characters of the text, without tags. */
  length: number
  readOnly: boolean
  onChange: (content: string) => void
}

/** Share of the limit at which the character counter appears. Plain text always has one (spec). */
const COUNTED_FROM = 0.9
const PLACEHOLDER = 'Share your thoughts…'

/** Field for the content of a post. Accepts pasted text beyond the limit, which the author has to shorten. */
export function ContentField({ format, content, length, readOnly, onChange }: Props) {
  // The editor reads its text only once, so later values of `content` are not passed on.
  const [html] = useState(content)
  const limit = CONTENT_LIMITS[format]
  const isCounted = format === 'plain' || length >= limit * COUNTED_FROM
  const field = {
    label: 'Content',
    required: true,
    ...(isCounted && { count: length, limit, unit: 'characters' }),
    error: length > limit ? contentTooLong(format) : undefined,
  }
  if (format === 'plain') return <PlainField {...{ field, content, readOnly, onChange }} />
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
          <PicturePreviews text={content} />
        </Suspense>
      )}
    </LabelledControl>
  )
}

interface PlainFieldProps extends Pick<Props, 'content' | 'readOnly' | 'onChange'> {
  field: ComponentProps<typeof TextareaField>
}

function PlainField({ field, content, readOnly, onChange }: PlainFieldProps) {
  const textarea = useRef<HTMLTextAreaElement>(null)
  const pictures = usePictures({
    insert: (added) => textarea.current && insertPictures(textarea.current, added),
    isDisabled: readOnly,
  })
  return (
    <div {...pictures.frame} className="grid justify-items-start gap-2 *:w-full">
      <TextareaField
        {...field}
        ref={textarea}
        name="content"
        data-mentions
        className="min-h-72"
        placeholder={PLACEHOLDER}
        value={content}
        readOnly={readOnly}
        onChange={(event) => onChange(event.target.value)}
      />
      <div>{pictures.button}</div>
      <PicturePreviews text={content} />
      {pictures.dialog}
    </div>
  )
}
