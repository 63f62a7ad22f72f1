import type { InfiniteData } from '@tanstack/react-query'
import { useState } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { ShowMore } from '../../ui/list/show-more.tsx'
import { useLinkedItem } from '../../ui/list/use-linked-item.ts'
import { useSession } from '../accounts/session/session.tsx'
import { HideMuted } from '../mutes/hide-muted.tsx'
import type { Note } from './contract.ts'
import { NoteItem } from './note-item.tsx'
import { ReplyForm } from './reply-form.tsx'
import { withoutRepeats } from './shown.ts'
import { useFindReply } from './use-find-reply.ts'

interface Props {
  note: Note
  list: {
    data: InfiniteData<{ items: Note[]; next: string | null }, string | undefined>
    isFetching: boolean
    isFetchingNextPage: boolean
    refetch: () => Promise<unknown>
    fetchNextPage: () => Promise<{ isFetchNextPageError: boolean }>
  }
  /** The page that the list begins with, if not the first. */
  start?: string | undefined
  autoFocus?: boolean
}

/** Replies, oldest first, and the form for one more. */
export function Replies({ note, list, start, autoFocus = false }: Props) {
  const { viewer } = useSession()
  const noteId = note.id
  // Deleted while somebody writes: what they have written stays in sight.
  const [wasDeleted] = useState(note.is_deleted)
  const replies = withoutRepeats(list.data)
  const ids = replies.map(({ id }) => id)
  useLinkedItem(
    'note-',
    [noteId, ...ids],
    list.isFetching,
    useFindReply({ noteId, start, refetch: list.refetch }),
  )
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
      <div className="pt-3 pb-2">
        {wasDeleted || (note.is_deleted && !viewer) ? null : viewer ? (
          <ReplyForm viewer={viewer} note={note} start={start} autoFocus={autoFocus} />
        ) : (
          <ButtonLink
            to="/auth"
            search={{ redirect: `/notes/${noteId}` }}
            kind="link"
            className="maybe-member:invisible"
          >
            Sign in to reply
          </ButtonLink>
        )}
      </div>
    </>
  )
}
