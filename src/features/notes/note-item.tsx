import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Time } from '../../ui/time.tsx'
import { useMark } from '../marks/use-mark.ts'
import type { Note } from './contract.ts'
import { LikeButton } from './like-button.tsx'
import { authorName, repliesWords } from './words.ts'

interface Props {
  note: Note
  size?: 'sm' | 'md'
  /** Between the like and what only the author may do. */
  children?: ReactNode
  /** After it was deleted here. */
  onRemoved?: () => void
}

/** A note or a reply, with what can be done with it. */
export function NoteItem({ note, size = 'md', children, onRemoved }: Props) {
  const { author } = note
  const name = authorName(note)
  return (
    <article id={`note-${note.id}`} tabIndex={-1} aria-label={`Note by ${name}`} className="note note-linked">
      <Avatar name={name} seed={author?.username ?? name} src={author?.avatar_url} size={size} />
      <div className="note-body">
        <header className="note-meta">
          {author ? (
            <a href={`/profile/${author.username}`}>
              <b>{name}</b>@{author.username}
            </a>
          ) : (
            <b>{name}</b>
          )}
          <a href={`/notes/${note.id}`}>
            <Time iso={note.created_at} />
          </a>
        </header>
        <p className="note-words">{note.content}</p>
        <div className="note-acts">
          <LikeButton note={note} />
          {children}
          <DeleteButton note={note} onRemoved={onRemoved} />
        </div>
      </div>
    </article>
  )
}

/** For the author alone. */
function DeleteButton({ note, onRemoved }: { note: Note; onRemoved: (() => void) | undefined }) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  if (!useMark('note', note.id)?.can.delete) return null
  const remove = async () => {
    const { removeNote } = await import('./writing.ts')
    if (await removeNote(queryClient, note)) onRemoved?.()
  }
  return (
    <>
      <button type="button" onClick={() => setAsking(true)} className="note-act">
        Delete
      </button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={note.parent_id ? 'Delete this reply?' : 'Delete this note?'}
        description={whatGoes(note)}
        confirmLabel="Delete"
        danger
        onConfirm={remove}
      />
    </>
  )
}

function whatGoes({ replies_count }: Note): string {
  if (replies_count === 0) return 'It goes for good.'
  return `It goes for good, together with ${repliesWords(replies_count)}.`
}
