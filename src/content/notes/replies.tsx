import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import { SignInLink } from '../../accounts/session/sign-in-link.tsx'
import type { Viewer } from '../../core/viewer.ts'
import { PendingContentHere } from '../../moderation/approval/pending-content.tsx'
import { ReviewNotice } from '../../moderation/approval/review-notice.tsx'
import { SanctionFieldNote } from '../../moderation/sanctions/sanction-field-note.tsx'
import { HideMuted } from '../../people/mutes/hide-muted.tsx'
import { TextForm } from '../../shared/drafts/text-form.tsx'
import { toast, toastError } from '../../ui/feedback/toast.ts'
import { ShowMore } from '../../ui/list/show-more.tsx'
import { useLinkedItem } from '../../ui/list/use-linked-item.ts'
import type { Note } from './contract.ts'
import { EditPendingNote } from './edit-note-form.tsx'
import { uniqueNotes } from './note-cache.ts'
import { NoteItem } from './note-item.tsx'
import { replyToNote } from './note-mutations.ts'
import { NOTE_LIMIT } from './policy.ts'
import { findReplyPage } from './queries.ts'

interface Props {
  note: Note
  list: {
    data: InfiniteData<{ items: Note[]; next: string | null }, string | undefined>
    isFetching: boolean
    isFetchingNextPage: boolean
    refetch: () => Promise<unknown>
    fetchNextPage: () => Promise<{ isFetchNextPageError: boolean }>
  }
  start?: string | undefined
  autoFocus?: boolean
}

export function Replies({ note, list, start, autoFocus = false }: Props) {
  const { viewer } = useSession()
  const place = useRef<HTMLDivElement>(null)
  const noteId = note.id
  // If the note is deleted while its page is open, the form stays, because the viewer may be writing.
  const [wasDeleted] = useState(note.is_deleted)
  const replies = uniqueNotes(list.data)
  const ids = replies.map(({ id }) => id)
  const findReply = useFindReply(noteId, start, list.refetch)
  useLinkedItem('note-', [noteId, ...ids], list.isFetching, findReply)
  return (
    <>
      {replies.length > 0 && (
        <ol aria-label="Replies">
          {replies.map((reply) => (
            <li key={reply.id}>
              <HideMuted author={reply.author} what="reply" id={`note-${reply.id}`}>
                <NoteItem note={reply} size="sm" />
              </HideMuted>
            </li>
          ))}
        </ol>
      )}
      <ShowMore
        list={list}
        label="More replies"
        hrefOf={(from) => `/notes/${noteId}?replies=${from}#replies`}
        failure="More replies could not be loaded"
      />
      <div ref={place} className="pt-3 pb-2">
        {wasDeleted || (note.is_deleted && !viewer) ? null : viewer ? (
          <ReplyForm viewer={viewer} note={note} start={start} autoFocus={autoFocus} />
        ) : (
          <SignInLink
            redirect={`/notes/${noteId}`}
            words="Please sign in to write notes"
            onSignedIn={() => place.current?.querySelector('textarea')?.focus()}
            kind="link"
            className="maybe-member:invisible"
          >
            Sign in to reply
          </SignInLink>
        )}
      </div>
    </>
  )
}

interface ReplyFormProps {
  viewer: Viewer
  note: Note
  start: string | undefined
  autoFocus: boolean
}

function ReplyForm({ viewer, note, start, autoFocus }: ReplyFormProps) {
  const queryClient = useQueryClient()
  return (
    <>
      <TextForm
        viewer={viewer}
        limit={NOTE_LIMIT}
        countsFrom={0}
        form={`note-reply:${note.id}`}
        label="Your reply"
        placeholder="Write a reply…"
        submitLabel="Reply"
        pendingLabel="Posting..."
        autoFocus={autoFocus}
        closed={note.is_deleted ? 'This note is closed to replies' : undefined}
        isNew
        notice={<ReviewNotice />}
        onSubmit={(content, id, facts) =>
          replyToNote(queryClient, { id: note.id, start }, { id, content }, facts)
        }
      />
      <SanctionFieldNote />
      <PendingContentHere
        label="Your replies that await approval"
        Editor={EditPendingNote}
        isHere={({ kind, parent_id }) => kind === 'note' && parent_id === note.id}
      />
    </>
  )
}

function useFindReply(noteId: string, start: string | undefined, refetch: () => Promise<unknown>) {
  const navigate = useNavigate()
  return async (id: string): Promise<boolean> => {
    // In a list of notes, the hash identifies a note instead of a reply.
    if (!location.pathname.endsWith(`/${noteId}`)) return false
    try {
      const page = await findReplyPage(noteId, id)
      if (page === undefined) {
        toast({ title: 'Reply not found', description: 'It may have been deleted.' })
        return false
      }
      if ((page ?? undefined) === start) await refetch()
      else
        await navigate({
          to: '/notes/$id',
          params: { id: noteId },
          search: page ? { replies: page } : {},
          hash: `note-${id}`,
          replace: true,
        })
      return true
    } catch {
      toastError('The reply could not be loaded', 'Please try again later')
      return false
    }
  }
}
