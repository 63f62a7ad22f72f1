import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ListBoundary } from '../../shared/branding/list-boundary.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Note } from './contract.ts'
import { noteTitle, repliesText } from './copy.ts'
import { NoteItem } from './note-item.tsx'
import { noteQuery, repliesQuery } from './queries.ts'
import { Replies } from './replies.tsx'
import { useLiveNotes } from './use-live-notes.ts'

interface Props {
  id: string
  repliesFrom: string | undefined
}

export function NotePage({ id, repliesFrom }: Props) {
  return (
    <ListBoundary
      query={noteQuery(id)}
      failure="The note could not be loaded"
      heading={
        <>
          <BackToNotes />
          <h1 className="mb-4 text-2xl">Note</h1>
        </>
      }
    >
      <LoadedNote id={id} repliesFrom={repliesFrom} />
    </ListBoundary>
  )
}

function BackToNotes() {
  return (
    <a href="/notes" className="back-link">
      <Icon icon="icon-arrow-left" />
      Back to Notes
    </a>
  )
}

function LoadedNote({ id, repliesFrom }: Props) {
  const { data: note } = useSuspenseQuery(noteQuery(id))
  const navigate = useNavigate()
  const leave = () => {
    void navigate({ to: '/notes' })
    return () => void navigate({ to: '/notes/$id', params: { id } })
  }
  useLiveNotes()
  if (!note) return <NoteNotFound />
  return (
    <>
      <BackToNotes />
      <h1 className="sr-only">{noteTitle(note)}</h1>
      <div className="note-page border-b border-line">
        <NoteItem note={note} onRemoved={leave} />
      </div>
      <section aria-labelledby="replies">
        <h2 id="replies" className="mt-7 mb-2 scroll-mt-20 text-xl">
          {repliesText(note.replies_count)}
        </h2>
        {repliesFrom && (
          <a href={`/notes/${id}#replies`} className="page-link">
            Back to the first replies
          </a>
        )}
        <ListBoundary query={repliesQuery(id, repliesFrom)} failure="The replies could not be loaded">
          <LoadedReplies note={note} repliesFrom={repliesFrom} />
        </ListBoundary>
      </section>
    </>
  )
}

function LoadedReplies({ note, repliesFrom }: { note: Note } & Pick<Props, 'repliesFrom'>) {
  const list = useSuspenseInfiniteQuery(repliesQuery(note.id, repliesFrom))
  return <Replies note={note} list={list} start={repliesFrom} />
}

export function NoteNotFound() {
  return (
    <EmptyState
      as="h1"
      title="Note not found"
      action={
        <ButtonLink to="/notes" activeOptions={{ exact: true }} icon="icon-arrow-left">
          Back to Notes
        </ButtonLink>
      }
    >
      This note doesn’t exist or was deleted.
    </EmptyState>
  )
}
