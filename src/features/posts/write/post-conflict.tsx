import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { api } from '../../../api/core/client.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { textOf } from '../../markup/html.ts'
import type { OpenForm } from './post-form.tsx'
import type { Format, PostValues } from './use-post-form.ts'

const ConflictNote = lazyPart(() => import('../../drafts/conflict-note.tsx'))

interface Props {
  id: string
  format: Format
  form: OpenForm
  /** What was saved meanwhile; nothing where it cannot be had just now. */
  latest: PostValues | undefined
  onSettled: () => void
}

const TITLE = 'Somebody saved this post after you opened it, perhaps you in another tab.'
const UNDO_FOR_MS = 10_000

/** Beside the button that was pressed: what is in the form, and what was saved since it was opened. */
export function PostConflict({ id, format, form, latest, onSettled }: Props) {
  const categories = useQuery(api.categories.list.queryOptions()).data?.items
  if (!latest) return <OutdatedNote id={id} />
  const { values, replace } = form
  const wordsOf = (content: string) => (format === 'rich' ? textOf(content) : content)
  const namesOf = (ids: string[]) =>
    ids.map((id) => categories?.find((each) => each.id === id)?.name ?? '?').join(', ')
  const settle = (values: Partial<PostValues>) => {
    replace({ ...values, ...(latest.updated_at && { updated_at: latest.updated_at }) })
    onSettled()
    form.focus()
  }
  const take = () => {
    const { updated_at: _, ...own } = values
    settle(latest)
    toast({
      title: 'What was saved is in the form',
      lasts: UNDO_FOR_MS,
      action: { label: 'Undo', onPress: () => replace(own) },
    })
  }
  return (
    <Suspense fallback={<OutdatedNote id={id} />}>
      <ConflictNote
        fields={[
          { label: 'Title', yours: values.title, theirs: latest.title },
          { label: 'Categories', yours: namesOf(values.category_ids), theirs: namesOf(latest.category_ids) },
          { label: 'Content', yours: wordsOf(values.content), theirs: wordsOf(latest.content) },
        ]}
        isSaving={form.isSaving}
        onKeep={form.submit}
        onTake={take}
        onEditOn={() => settle({})}
      >
        {TITLE}
      </ConflictNote>
    </Suspense>
  )
}

function OutdatedNote({ id }: { id: string }) {
  const element = useRef<HTMLParagraphElement>(null)
  useEffect(() => element.current?.focus(), [])
  return (
    <p
      ref={element}
      role="status"
      tabIndex={-1}
      className="rounded-lg border border-act/50 bg-act-ground p-3.5"
    >
      {TITLE}{' '}
      <a href={`/post/${id}`} target="_blank" rel="noreferrer" className="text-act underline">
        Look at it as it is now
      </a>
      , or save again to replace it with what is here.
    </p>
  )
}
