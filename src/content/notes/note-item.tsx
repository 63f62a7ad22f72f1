import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import { useViewerState } from '../../accounts/viewer-state/use-viewer-state.ts'
import { RemovedStub } from '../../moderation/removal/removed-stub.tsx'
import { ReportContentButton } from '../../moderation/reports/report-button.tsx'
import { noteHref } from '../../shared/branding/item-address.ts'
import { useStoredDrafts } from '../../shared/drafts/use-stored-drafts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ShortTime } from '../../ui/format/time.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { ShortText } from '../../ui/prose.tsx'
import type { Note } from './contract.ts'
import { NOTE_DELETED, noteAuthorName, noteTitle } from './copy.ts'
import { EditNoteForm } from './edit-note-form.tsx'
import { LikeButton } from './like-button.tsx'
import { deleteNoteWithUndo, saveNoteEdit } from './note-mutations.ts'

const ModerationButtons = lazyWithRetry(() => import('../../moderation/redaction/moderation-buttons.tsx'))

interface Props {
  note: Note
  size?: 'sm' | 'md'
  children?: ReactNode
  /** Called after the viewer deleted the note. Returns a function that is called on "Undo". */
  onRemoved?: (() => () => void) | undefined
}

export function NoteItem({ note, size = 'md', children, onRemoved }: Props) {
  const { author } = note
  if (note.is_deleted) return <NoteStub note={note}>{children}</NoteStub>
  const name = noteAuthorName(note)
  return (
    <article id={`note-${note.id}`} tabIndex={-1} aria-label={noteTitle(note)} className="note note-linked">
      <Avatar name={name} seed={author?.username ?? name} src={author?.avatar_url} size={size} />
      <div className="note-body">
        <header className="note-meta">
          {author ? (
            <a href={`/profile/${author.username}`}>
              <b dir="auto">{name}</b>@{author.username}
            </a>
          ) : (
            <b dir="auto">{name}</b>
          )}
          <a href={noteHref(note.id, note.parent_id)}>
            <ShortTime iso={note.created_at} />
          </a>
          {note.edited_at && <span>edited</span>}
        </header>
        <NoteBody note={note} onRemoved={onRemoved}>
          {children}
        </NoteBody>
      </div>
    </article>
  )
}

function NoteStub({ note, children }: { note: Note; children: ReactNode }) {
  return (
    <article id={`note-${note.id}`} tabIndex={-1} aria-label={noteTitle(note)} className="note note-linked">
      <span className="size-9 flex-none rounded-full border border-dashed border-line-strong" />
      <div className="note-body">
        {note.removal ? (
          <RemovedStub kind="note" id={note.id} removal={note.removal} />
        ) : (
          <p className="pt-1.5 text-muted italic">{NOTE_DELETED}</p>
        )}
        {children && <div className="note-acts">{children}</div>}
      </div>
    </article>
  )
}

function NoteBody({ note, children, onRemoved }: Pick<Props, 'note' | 'children' | 'onRemoved'>) {
  const { viewer } = useSession()
  const can = useViewerState('note', note.id)?.can
  const hasDraft = useStoredDrafts(viewer?.id).has(`edit-note:${note.id}`)
  const queryClient = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  useEffect(() => {
    if (hasDraft && can?.edit) setEditing(true)
  }, [hasDraft, can?.edit])
  useEffect(() => {
    if (!isEditing) return
    return () => {
      if (document.activeElement !== document.body) return
      const place =
        document.getElementById(`edit-note-${note.id}`) ?? document.getElementById(`note-${note.id}`)
      place?.focus({ preventScroll: true })
    }
  }, [isEditing, note.id])
  if (isEditing && viewer)
    return (
      <div className="mt-2">
        <EditNoteForm
          viewer={viewer}
          note={note}
          onSubmit={(content) => saveNoteEdit(queryClient, note.id, content)}
          onClose={() => setEditing(false)}
        />
      </div>
    )
  return (
    <>
      <ShortText html={note.content_html} text={note.content} className="note-words" />
      <div className="note-acts">
        <LikeButton note={note} />
        {children}
        {(can?.edit || can?.delete || can?.remove) && (
          <OwnNoteActions note={note} can={can} onEdit={() => setEditing(true)} onRemoved={onRemoved} />
        )}
        <ReportContentButton kind="note" id={note.id} author={note.author} className="note-act" />
      </div>
    </>
  )
}

interface OwnNoteActionsProps extends Pick<Props, 'note' | 'onRemoved'> {
  can: { edit: boolean; delete: boolean; remove: boolean }
  onEdit: () => void
}

function OwnNoteActions({ note, can, onEdit, onRemoved }: OwnNoteActionsProps) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      {can.edit && (
        <button type="button" id={`edit-note-${note.id}`} onClick={onEdit} className="note-act">
          Edit
        </button>
      )}
      {can.delete && (
        <button type="button" onClick={() => setAsking(true)} className="note-act">
          Delete
        </button>
      )}
      {can.remove && (
        <Suspense>
          <ModerationButtons kind="note" id={note.id} className="note-act" />
        </Suspense>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={note.parent_id ? 'Delete this reply?' : 'Delete this note?'}
        description={`Your text will be removed.${note.replies_count > 0 ? ' Other people’s replies stay.' : ''}`}
        confirmLabel="Delete"
        danger
        onConfirm={() => deleteNoteWithUndo(queryClient, note, onRemoved)}
      />
    </>
  )
}
