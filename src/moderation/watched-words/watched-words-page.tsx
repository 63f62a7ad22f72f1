import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ManagePage } from '../../accounts/manage-forms/access.tsx'
import { api } from '../../core/client.ts'
import type { Viewer } from '../../core/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { useFocusAfter } from '../../ui/list/use-focus-after.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { ListedWord } from './contract.ts'
import { WORDS_MAX } from './policy.ts'
import { WordForm } from './word-form.tsx'
import { WordRow } from './word-row.tsx'

/** The page /manage/watched-words. */
export function WatchedWordsPage() {
  return <ManagePage to="/manage/watched-words">{(viewer) => <WatchedWords viewer={viewer} />}</ManagePage>
}

function WatchedWords({ viewer }: { viewer: Viewer }) {
  const { data, isPending, isError, refetch } = useQuery(api.watchedWords.list.queryOptions({ staleTime: 0 }))
  const [edited, setEdited] = useState<{ item: ListedWord | undefined; open: boolean }>()
  const heading = useRef<HTMLHeadingElement>(null)
  const onRemoved = useFocusAfter(data?.items, heading)
  const close = () => setEdited((was) => was && { ...was, open: false })
  return (
    <section aria-labelledby="watched-words" className="mt-6">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-b border-line pb-3">
        <h2 id="watched-words" ref={heading} tabIndex={-1} className="text-xl outline-none">
          Watched words
        </h2>
        {data?.can.edit && data.items.length < WORDS_MAX && (
          <Button icon="icon-plus" onClick={() => setEdited({ item: undefined, open: true })}>
            Add watched word
          </Button>
        )}
      </div>
      {isPending && <RowListSkeleton count={6} label="Loading watched words" />}
      {isError && <ErrorState title="Watched words could not be loaded" onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <p className="py-6 text-muted">No watched words yet.</p>}
      <ul>
        {data?.items.map((item) => (
          <WordRow
            key={item.id}
            item={item}
            canEdit={data.can.edit}
            onEdit={() => setEdited({ item, open: true })}
            onRemoved={() => onRemoved(item.id)}
          />
        ))}
      </ul>
      {edited && (
        <Dialog
          open={edited.open}
          onClose={close}
          title={edited.item ? 'Edit watched word' : 'Add watched word'}
        >
          <WordForm key={edited.item?.id ?? 'new'} viewer={viewer} item={edited.item} onClose={close} />
        </Dialog>
      )}
    </section>
  )
}
