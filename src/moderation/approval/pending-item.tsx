import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../core/api-error.ts'
import { client } from '../../core/client.ts'
import { deleteWithUndo } from '../../shared/deletions/deletions.ts'
import { replaceItems } from '../../shared/deletions/query-data-transform.ts'
import { htmlToText } from '../../shared/markup/html.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/feedback/copy-text.ts'
import { ShortTime } from '../../ui/format/time.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Prose, ShortText } from '../../ui/prose.tsx'
import type { PendingText } from './contract.ts'
import { consumeExpectedPublication } from './pending-toasts.ts'
import { HOLD_REASON_TEXT, PENDING_DESCRIPTION } from './policy.ts'

/** A form for editing a post, comment or note that awaits approval. */
export type PendingEditor = ComponentType<{ item: PendingText; onClose: () => void }>

interface Props {
  item: PendingText
  Editor: PendingEditor
  /** Id of the item's HTML element, so that links can lead to it. */
  id?: string
  /** Link to the discussion, for lists on other pages. */
  place?: { href: string; label: string } | undefined
}

/** Shows a post, comment or note that awaits approval or was rejected. Only its author can see it. */
export function PendingItem({ item, Editor, id, place }: Props) {
  const { kind, format, state, title, content, content_html, created_at } = item
  const text = kind === 'post' && format === 'rich' ? htmlToText(content) : content
  const withdraw = useWithdrawal(item)
  const isWaiting = state === 'waiting'
  const [isEditing, setEditing] = useState(false)
  const element = useArrival(item.id)
  const close = () => {
    setEditing(false)
    // Moves the focus to the item, because the clicked button has disappeared.
    element.current?.focus({ preventScroll: true })
  }
  return (
    <li
      ref={element}
      id={id}
      tabIndex={-1}
      className="scroll-mt-20 rounded-lg border border-dashed border-line-strong p-4 data-linked:bg-act-ground"
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <Icon icon={isWaiting ? 'icon-clock' : 'icon-circle-alert'} />
        <b className="font-semibold text-text">{STATES[state]}</b>
        <span>Your {kind}</span>
        <ShortTime iso={created_at} />
      </p>
      {isEditing ? (
        <div className="mt-3">
          <Editor item={item} onClose={close} />
        </div>
      ) : (
        <>
          {title && (
            <p dir="auto" className="mt-2 text-lg font-semibold wrap-anywhere">
              {title}
            </p>
          )}
          <div className="mt-2 line-clamp-12 wrap-anywhere">
            {kind === 'post' ? <Prose html={content_html} /> : <ShortText html={content_html} text={text} />}
          </div>
          <Explanation item={item} />
          <div className="mt-3 flex flex-wrap items-center gap-3">
            {isWaiting && (
              <Button kind="quiet" onClick={() => setEditing(true)}>
                Edit
              </Button>
            )}
            <Button kind="quiet" onClick={() => void copy([title, text].filter(Boolean).join('\n\n'))}>
              Copy
            </Button>
            <Button kind="quiet" onClick={withdraw}>
              {isWaiting ? 'Withdraw' : 'Delete'}
            </Button>
            {place && (
              <a href={place.href} className={LINK}>
                {place.label}
              </a>
            )}
          </div>
        </>
      )}
    </li>
  )
}

function useArrival(id: string) {
  const element = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!consumeExpectedPublication(id)) return
    element.current?.scrollIntoView({ block: 'nearest' })
    element.current?.focus({ preventScroll: true })
  }, [id])
  return element
}

function Explanation({ item: { state, reasons, rule, reason } }: Pick<Props, 'item'>) {
  if (state === 'moot')
    return <p className="mt-2 text-sm text-muted">It wasn’t published. The text is saved here for 90 days.</p>
  if (state === 'waiting')
    return (
      <p className="mt-2 text-sm text-muted">
        Only you and moderators can see it. {PENDING_DESCRIPTION} Reason:{' '}
        {reasons.map((each) => HOLD_REASON_TEXT[each]).join(', ')}.
      </p>
    )
  return (
    <p className="mt-2 text-sm wrap-anywhere whitespace-pre-line text-muted">
      {[rule && `Rule ${rule}`, reason].filter(Boolean).join('\n')}
    </p>
  )
}

function useWithdrawal({ kind, id, state }: PendingText) {
  const queryClient = useQueryClient()
  return () =>
    deleteWithUndo({
      id,
      queryClient,
      instead: (data) =>
        replaceItems(data, (item) => (item.id === id && 'reasons' in item ? undefined : item)),
      send: async () => void (await client.pendingContent.withdraw({ kind, id })),
      title: state === 'waiting' ? 'Withdrawn' : 'Deleted',
      failure: (error) => ({
        title: 'Withdrawing failed',
        description: errorMessage(error) ?? 'Please try again later',
      }),
    })
}

function copy(text: string): Promise<void> {
  return copyText(text, 'Copied', 'Could not copy. Select the text instead.')
}

const STATES: Record<PendingText['state'], string> = {
  waiting: 'Awaiting approval',
  rejected: 'Not approved',
  moot: 'The original was deleted',
}

const LINK = 'inline-flex min-h-8 items-center text-act underline pointer-coarse:min-h-11'
