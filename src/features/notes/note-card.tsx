import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { Count } from '../../ui/format/count.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Note } from './contract.ts'
import { NoteItem } from './note-item.tsx'
import { NoteThread } from './note-thread.tsx'
import { repliesWords } from './words.ts'

interface Props {
  note: Note
  /** A reply to it was begun on an earlier visit. */
  hasDraft?: boolean
}

/** A note in a list. Its replies open below it; without script they are on its own page. */
export function NoteCard({ note, hasDraft = false }: Props) {
  const [pressed, setPressed] = useState<{ isOpen: boolean; isAnswer?: boolean }>()
  const { isOpen, isAnswer = false } = pressed ?? { isOpen: hasDraft }
  const isUnanswered = note.replies_count === 0
  const link = useRef<HTMLAnchorElement>(null)
  // What was typed stays, as a draft.
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
          aria-label={`${note.is_deleted ? '' : 'Reply, '}${repliesWords(note.replies_count)}`}
          aria-expanded={isOpen}
          onClick={toggle}
          className="note-act"
        >
          <Icon icon="icon-message-circle" />
          <Count value={note.replies_count} />
        </a>
      </NoteItem>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field in it
        <div className="note-thread" onKeyDown={closeOnEscape}>
          <NoteThread note={note} isAnswer={isAnswer} />
        </div>
      )}
    </li>
  )
}
