import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { ShortTime } from '../../ui/format/time.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { Words } from '../../ui/prose.tsx'
import { useViewerState } from '../viewer-state/use-viewer-state.ts'
import type { Note } from './contract.ts'
import { LikeButton } from './like-button.tsx'
import { authorName, NOTE_DELETED, noteTitle } from './words.ts'

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
  if (note.is_deleted) return <NoteStub note={note}>{children}</NoteStub>
  const name = authorName(note)
  return (
    <article id={`note-${note.id}`} tabIndex={-1} aria-label={noteTitle(note)} className="note note-linked">
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
            <ShortTime iso={note.created_at} />
          </a>
        </header>
        <Words html={note.content_html} text={note.content} className="note-words" />
        <div className="note-acts">
          <LikeButton note={note} />
          {children}
          <DeleteButton note={note} onRemoved={onRemoved} />
        </div>
      </div>
    </article>
  )
}

/** What is left of a note that others have replied to. */
function NoteStub({ note, children }: { note: Note; children: ReactNode }) {
  return (
    <article id={`note-${note.id}`} tabIndex={-1} aria-label={noteTitle(note)} className="note note-linked">
      <span className="size-9 flex-none rounded-full border border-dashed border-line-strong" />
      <div className="note-body">
        <p className="pt-1.5 text-muted italic">{NOTE_DELETED}</p>
        {children && <div className="note-acts">{children}</div>}
      </div>
    </article>
  )
}

/** For the author alone. */
function DeleteButton({ note, onRemoved }: { note: Note; onRemoved: (() => void) | undefined }) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  if (!useViewerState('note', note.id)?.can.delete) return null
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
  return 'Its words go for good. Where others have replied, the replies stay.'
}
