import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../core/client.ts'
import { commentHref, noteHref, postHref } from '../../shared/branding/item-address.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { formatNumber } from '../../ui/format/format-number.ts'
import { ShortTime } from '../../ui/format/time.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { ListedWord, WordTest } from './contract.ts'

interface Props {
  word: ListedWord
  open: boolean
  onClose: () => void
  onConfirm: () => Promise<unknown>
  onClosed: () => void
}

/** Shows which of the forum's newest texts contain a word, before it is turned on. */
export function TurnOnDialog({ word, open, onClose, onConfirm, onClosed }: Props) {
  return (
    <Dialog open={open} onClose={onClose} onClosed={onClosed} isWide title={`Turn on “${word.word}”?`}>
      <Test id={word.id} onClose={onClose} onConfirm={onConfirm} />
    </Dialog>
  )
}

/** Tests the word each time the dialog opens. */
function Test({ id, onClose, onConfirm }: Pick<Props, 'onClose' | 'onConfirm'> & { id: string }) {
  const { data, isPending, isError, refetch } = useQuery(
    api.watchedWords.test.queryOptions({ input: { id }, gcTime: 0, staleTime: Number.POSITIVE_INFINITY }),
  )
  const [isSaving, setSaving] = useState(false)
  const confirm = async () => {
    setSaving(true)
    await onConfirm()
    onClose()
  }
  return (
    <>
      {isPending && <RowListSkeleton count={4} label="Searching the newest texts" />}
      {isError && <ErrorState title="The texts could not be searched" onRetry={() => void refetch()} />}
      {data && <Result test={data} />}
      <div className="mt-6 flex justify-end gap-3">
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="primary" disabled={!data} pending={isSaving} onClick={confirm}>
          Turn on
        </Button>
      </div>
    </>
  )
}

function Result({ test: { tested, is_complete, matching, items } }: { test: WordTest }) {
  return (
    <>
      <p>
        {formatNumber(matching)} of the {formatNumber(tested)} newest posts, comments and notes{' '}
        {matching === 1 ? 'contains' : 'contain'} it. They won’t change.
        {!is_complete && ' The search ended after 3 seconds.'}
      </p>
      <ul aria-label="Texts with this word" className="mt-3">
        {items.map((item) => (
          <li key={item.id} className="border-t border-line py-2.5 wrap-anywhere">
            <p dir="auto">{item.excerpt}</p>
            <p className="mt-0.5 text-sm text-faint">
              <a
                href={hrefOf(item)}
                target="_blank"
                rel="noopener"
                className="text-act underline underline-offset-4"
              >
                View {item.kind}
              </a>{' '}
              · <ShortTime iso={item.created_at} />
            </p>
          </li>
        ))}
      </ul>
      {matching > items.length && (
        <p className="mt-2 text-sm text-muted">These are the newest {items.length}.</p>
      )}
    </>
  )
}

function hrefOf({ kind, id, post_id }: WordTest['items'][number]): string {
  if (kind === 'note') return noteHref(id, null)
  return post_id ? commentHref({ id: post_id }, id) : postHref({ id })
}
