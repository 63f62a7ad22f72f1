import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { Count } from '../../ui/format/count.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Note } from './contract.ts'
import { repliesText } from './copy.ts'
import { NoteItem } from './note-item.tsx'
import { repliesQuery } from './queries.ts'
import { Replies } from './replies.tsx'

export function NoteCard({ note, hasDraft = false }: { note: Note; hasDraft?: boolean }) {
  const [pressed, setPressed] = useState<{ isOpen: boolean; isAnswer?: boolean }>()
  const { isOpen, isAnswer = false } = pressed ?? { isOpen: hasDraft }
  const isUnanswered = note.replies_count === 0
  const link = useRef<HTMLAnchorElement>(null)
  const closeOnEscape = ({ key, nativeEvent, target }: KeyboardEvent) => {
    if (key !== 'Escape' || nativeEvent.isComposing || !(target instanceof HTMLTextAreaElement)) return
    setPressed({ isOpen: false })
    link.current?.focus()
  }
  const toggle = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setPressed({ isOpen: !isOpen, isAnswer: !isOpen && isUnanswered })
  }
  return (
    <li className="note-item" data-list-item>
      <NoteItem note={note}>
        <a
          ref={link}
          href={`/notes/${note.id}#replies`}
          aria-label={`${note.is_deleted ? '' : 'Reply, '}${repliesText(note.replies_count)}`}
          aria-expanded={isOpen}
          onClick={toggle}
          className="note-act"
        >
          <Icon icon="icon-message-circle" />
          <Count value={note.replies_count} />
        </a>
      </NoteItem>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: handles key presses in the reply field
        <div className="note-thread" onKeyDown={closeOnEscape}>
          <NoteThread note={note} isAnswer={isAnswer} />
        </div>
      )}
    </li>
  )
}

function NoteThread({ note, isAnswer }: { note: Note; isAnswer: boolean }) {
  const list = useInfiniteQuery(repliesQuery(note.id))
  // Shows the reply form before the replies are loaded, so that the viewer can type at once.
  const data = list.data ?? (isAnswer ? NO_REPLIES : undefined)
  if (data) return <Replies note={note} list={{ ...list, data }} autoFocus={isAnswer} />
  if (list.isError)
    return <ErrorState title="The replies could not be loaded" onRetry={() => void list.refetch()} />
  return <RepliesSkeleton count={note.replies_count} />
}

const NO_REPLIES = { pages: [{ items: [], next: null }], pageParams: [undefined] }

function RepliesSkeleton({ count }: { count: number }) {
  return <RowListSkeleton count={Math.min(count, 3)} label="Loading replies" />
}
