import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useSession } from '../../accounts/session/session.tsx'
import { SignInLink } from '../../accounts/session/sign-in-link.tsx'
import type { Viewer } from '../../core/viewer.ts'
import { PendingContentHere } from '../../moderation/approval/pending-content.tsx'
import { ReviewNotice } from '../../moderation/approval/review-notice.tsx'
import { SanctionFieldNote } from '../../moderation/sanctions/sanction-field-note.tsx'
import { displayName } from '../../shared/authors/display-name.ts'
import { ListBoundary } from '../../shared/branding/list-boundary.tsx'
import { TextForm } from '../../shared/drafts/text-form.tsx'
import { useStoredDrafts } from '../../shared/drafts/use-stored-drafts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { ShowMore } from '../../ui/list/show-more.tsx'
import { LinkTab, LinkTabs } from '../../ui/tabs.tsx'
import { EditPendingNote } from './edit-note-form.tsx'
import { uniqueNotes } from './note-cache.ts'
import { NoteCard } from './note-card.tsx'
import { NoteFeed } from './note-feed.tsx'
import { type NoteListPosition, shareNote } from './note-mutations.ts'
import type { NotesSearch } from './notes-search.ts'
import { NotesHeading } from './notes-skeleton.tsx'
import { NOTE_LIMIT } from './policy.ts'
import { followedNotesQuery, notesQuery } from './queries.ts'
import { useLiveNotes } from './use-live-notes.ts'

const TABS = [
  { sort: 'recent', label: 'Recent' },
  { sort: 'trending', label: 'Trending' },
  { sort: 'following', label: 'Following' },
] as const

export function NotesPage({ search }: { search: NotesSearch }) {
  const { viewer } = useSession()
  const { sort: chosen = 'recent', cursor } = search
  const sort = chosen === 'following' ? 'recent' : chosen
  return (
    <>
      <NotesHeading />
      <NoteComposer list={{ sort, start: cursor }} />
      <div className="mt-4">
        <LinkTabs label="Sort notes">
          {TABS.filter(({ sort: tab }) => viewer || tab !== 'following' || chosen === tab).map(
            ({ sort: tab, label }) => (
              <LinkTab
                key={tab}
                to="/notes"
                search={tab === 'recent' ? {} : { sort: tab }}
                resetScroll={false}
                current={chosen === tab}
              >
                {label}
              </LinkTab>
            ),
          )}
        </LinkTabs>
      </div>
      {chosen === 'following' ? (
        <Following />
      ) : (
        <ListBoundary query={notesQuery(sort, cursor)} failure="The notes could not be loaded">
          <NoteFeed key={`${sort} ${cursor}`} search={search} />
        </ListBoundary>
      )}
    </>
  )
}

/** The server renders this list as for a guest, because it doesn't know the viewer. */
function Following() {
  const { viewer } = useSession()
  if (viewer) return <FollowingFeed key={viewer.id} viewer={viewer} />
  return (
    <EmptyState
      title="Notes by members you follow"
      action={
        <SignInLink
          redirect="/notes?sort=following"
          words="Please sign in to see notes by members you follow"
          className="maybe-member:invisible"
        >
          Sign In
        </SignInLink>
      }
    >
      <span className="maybe-member:invisible">Please sign in to see them.</span>
    </EmptyState>
  )
}

/** Followed notes are private to the viewer, so the server's HTML never contains them. */
function FollowingFeed({ viewer }: { viewer: Viewer }) {
  const list = useInfiniteQuery(followedNotesQuery())
  const drafts = useStoredDrafts(viewer.id)
  useLiveNotes()
  if (list.isPending) return <RowListSkeleton count={3} label="Loading notes" />
  if (!list.data)
    return <ErrorState title="The notes could not be loaded" onRetry={() => void list.refetch()} />
  const notes = uniqueNotes(list.data)
  if (notes.length === 0) return <Nobody />
  return (
    <>
      <ul>
        {notes.map((note) => (
          <NoteCard key={note.id} note={note} hasDraft={drafts.has(`note-reply:${note.id}`)} />
        ))}
      </ul>
      <ShowMore
        list={{ ...list, data: list.data }}
        label="More notes"
        hrefOf={() => '/notes?sort=following'}
        failure="The next notes could not be loaded"
      />
    </>
  )
}

function Nobody() {
  return (
    <EmptyState title="No notes yet" action={<ButtonLink to="/community">Find people</ButtonLink>}>
      Notes by members you follow appear here.
    </EmptyState>
  )
}

/** Form for a new note. Reserves its height while the browser checks a stored session. */
function NoteComposer({ list }: { list: NoteListPosition }) {
  const { viewer } = useSession()
  const isWanted = useLocation({ select: ({ state }) => state.toWrite === true })
  if (!viewer) return <div className={`${PLACE} hidden maybe-member:block`} />
  const name = displayName(viewer)
  return (
    <div className={`${PLACE} flex gap-3`}>
      <Avatar name={name} seed={viewer.username} src={viewer.avatar_url} size="md" />
      <div className="min-w-0 flex-1">
        <NoteForm key={viewer.id} viewer={viewer} list={list} autoFocus={isWanted} />
      </div>
    </div>
  )
}

/** Minimum height of the unfocused form: a line with padding, the gap, and the character counter. */
const PLACE = 'mt-6 min-h-[calc(1lh+1.25rem+2px+0.5rem+1lh*0.875)]'

function NoteForm({
  viewer,
  list,
  autoFocus,
}: {
  viewer: Viewer
  list: NoteListPosition
  autoFocus: boolean
}) {
  const queryClient = useQueryClient()
  return (
    <>
      <TextForm
        viewer={viewer}
        limit={NOTE_LIMIT}
        countsFrom={0}
        isOneLine
        form="note"
        label="Your note"
        placeholder="Share a quick thought…"
        submitLabel="Post Note"
        pendingLabel="Posting..."
        autoFocus={autoFocus}
        isNew
        notice={<ReviewNotice />}
        onSubmit={(content, id, facts) => shareNote(queryClient, list, { id, content }, facts)}
      />
      <SanctionFieldNote />
      <PendingContentHere
        label="Your notes that await approval"
        Editor={EditPendingNote}
        isHere={({ kind, parent_id }) => kind === 'note' && parent_id === null}
      />
    </>
  )
}
