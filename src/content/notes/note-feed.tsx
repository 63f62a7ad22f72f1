import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useSession } from '../../accounts/session/session.tsx'
import { SignInLink } from '../../accounts/session/sign-in-link.tsx'
import { HideMuted } from '../../people/mutes/hide-muted.tsx'
import { useStoredDrafts } from '../../shared/drafts/use-stored-drafts.ts'
import { Announcement, listGrowthText } from '../../ui/feedback/announcement.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { NextPage } from '../../ui/list/next-page.tsx'
import { NewNotes } from './new-notes.tsx'
import { uniqueNotes } from './note-cache.ts'
import { NoteCard } from './note-card.tsx'
import { type NotesSearch, notesHref } from './notes-search.ts'
import { notesQuery } from './queries.ts'

export function NoteFeed({ search }: { search: NotesSearch }) {
  const { viewer } = useSession()
  const { cursor } = search
  const sort = search.sort === 'trending' ? search.sort : 'recent'
  const list = useSuspenseInfiniteQuery(notesQuery(sort, cursor))
  const drafts = useStoredDrafts(viewer?.id)
  const notes = uniqueNotes(list.data)
  const next = list.data.pages.at(-1)?.next
  return (
    <>
      <NewNotes sort={sort} start={cursor} known={notes} isWhole={!next} />
      {cursor && (
        <a href={notesHref({ ...search, cursor: undefined })} className="page-link">
          Back to the beginning
        </a>
      )}
      {notes.length === 0 && <NoNotes />}
      <ul data-notes>
        {notes.map((note) => (
          <HideMuted key={note.id} author={note.author} what="note" as="li">
            <NoteCard note={note} hasDraft={drafts.has(`note-reply:${note.id}`)} />
          </HideMuted>
        ))}
      </ul>
      {list.isFetchNextPageError && (
        <ErrorState title="The next notes could not be loaded" onRetry={() => void list.fetchNextPage()} />
      )}
      {list.isFetchingNextPage && <RowListSkeleton count={3} label="Loading more notes" />}
      <Announcement>{listGrowthText(list.data.pages, 'notes')}</Announcement>
      {next && !list.isFetchNextPageError && (
        <NextPage
          href={notesHref({ ...search, cursor: next })}
          onReach={() => void (list.isFetchingNextPage || list.fetchNextPage())}
        />
      )}
    </>
  )
}

function NoNotes() {
  const { viewer } = useSession()
  if (viewer) return <EmptyState title="No notes yet">Be the first to share a note!</EmptyState>
  return (
    <EmptyState
      title="No notes yet"
      action={
        <SignInLink
          redirect="/notes"
          words="Please sign in to write notes"
          className="maybe-member:invisible"
        >
          Sign In
        </SignInLink>
      }
    >
      <span className="maybe-member:invisible">Sign in to start sharing notes with the community.</span>
    </EmptyState>
  )
}
