import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LinkTab, LinkTabs } from '../../ui/tabs.tsx'
import { useSession } from '../accounts/session/session.tsx'
import { ListBoundary } from '../site/list-boundary.tsx'
import { FollowingFeed } from './following-feed.tsx'
import { NoteComposer } from './note-composer.tsx'
import { NoteFeed } from './note-feed.tsx'
import { NotesHeading } from './notes-heading.tsx'
import type { NotesSearch } from './notes-search.ts'
import { notesQuery } from './queries.ts'

export function NotesPage({ search }: { search: NotesSearch }) {
  const { viewer } = useSession()
  const { sort: chosen = 'recent', cursor } = search
  const sort = chosen === 'following' ? 'recent' : chosen
  return (
    <>
      <NotesHeading />
      <NoteComposer list={{ sort, start: cursor }} />
      <div className="mt-4">
        <LinkTabs label="Order of the notes">
          <LinkTab to="/notes" search={{}} resetScroll={false} current={chosen === 'recent'}>
            Recent
          </LinkTab>
          <LinkTab
            to="/notes"
            search={{ sort: 'trending' }}
            resetScroll={false}
            current={chosen === 'trending'}
          >
            Trending
          </LinkTab>
          {(viewer || chosen === 'following') && (
            <LinkTab
              to="/notes"
              search={{ sort: 'following' }}
              resetScroll={false}
              current={chosen === 'following'}
            >
              Following
            </LinkTab>
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

/** For a guest, as whom the page is rendered, it says how to come to have it. */
function Following() {
  const { viewer } = useSession()
  if (viewer) return <FollowingFeed key={viewer.id} viewer={viewer} />
  return (
    <EmptyState
      title="Notes of members you follow"
      action={
        <ButtonLink
          to="/auth"
          search={{ redirect: '/notes?sort=following' }}
          className="maybe-member:invisible"
        >
          Sign In
        </ButtonLink>
      }
    >
      <span className="maybe-member:invisible">Please sign in to see them.</span>
    </EmptyState>
  )
}
