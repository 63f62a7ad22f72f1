import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { api } from '../../../core/client.ts'
import { OutdatedNote } from '../../../shared/drafts/form-frame.tsx'
import { htmlToText } from '../../../shared/markup/html.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx'
import type { OpenForm } from './post-form.tsx'
import type { PostFormat, PostValues } from './use-post-form.ts'

const ConflictNote = lazyWithRetry(() => import('../../../shared/drafts/conflict-note.tsx'))

interface Props {
  id: string
  format: PostFormat
  form: OpenForm
  /** Version that was saved in the meantime. Undefined if it could not be loaded. */
  latest: PostValues | undefined
  onSettled: () => void
}

const TITLE = 'Someone saved this post after you opened it. It may have been you in another tab.'
const UNDO_FOR_MS = 10_000

/** Shows the differences between the form and a version that was saved after the form was opened. */
export function PostConflict({ id, format, form, latest, onSettled }: Props) {
  const concepts = useQuery(api.concepts.list.queryOptions()).data?.items
  const outdated = { title: TITLE, href: `/post/${id}`, outcome: 'replace it with your version' }
  if (!latest) return <OutdatedNote {...outdated} />
  const { values, replace } = form
  const wordsOf = (content: string) => (format === 'rich' ? htmlToText(content) : content)
  const namesOf = (ids: string[]) =>
    ids.map((id) => concepts?.find((each) => each.id === id)?.name ?? '?').join(', ')
  const settle = (values: Partial<PostValues>) => {
    replace({ ...values, ...(latest.updated_at && { updated_at: latest.updated_at }) })
    onSettled()
    form.focus()
  }
  const take = () => {
    const { updated_at: _, ...own } = values
    settle(latest)
    toast({
      title: 'The form now has the saved version',
      lasts: UNDO_FOR_MS,
      action: { label: 'Undo', onPress: () => replace(own) },
    })
  }
  return (
    <Suspense fallback={<OutdatedNote {...outdated} />}>
      <ConflictNote
        fields={[
          { label: 'Title', yours: values.title, theirs: latest.title },
          { label: 'Concepts', yours: namesOf(values.concept_ids), theirs: namesOf(latest.concept_ids) },
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
