import { LinkTab, LinkTabs } from '../../ui/tabs.tsx'
import { ListBoundary } from '../site/list-boundary.tsx'
import { NoteComposer } from './note-composer.tsx'
import { NoteFeed } from './note-feed.tsx'
import { NotesHeading } from './notes-heading.tsx'
import type { NotesSearch } from './notes-search.ts'
import { notesQuery } from './queries.ts'

export function NotesPage({ search }: { search: NotesSearch }) {
  const { sort = 'recent', cursor } = search
  return (
    <>
      <NotesHeading />
      <NoteComposer list={{ sort, start: cursor }} />
      <div className="mt-4">
        <LinkTabs label="Order of the notes">
          <LinkTab to="/notes" search={{}} resetScroll={false} current={sort === 'recent'}>
            Recent
          </LinkTab>
          <LinkTab
            to="/notes"
            search={{ sort: 'trending' }}
            resetScroll={false}
            current={sort === 'trending'}
          >
            Trending
          </LinkTab>
        </LinkTabs>
      </div>
      <ListBoundary query={notesQuery(sort, cursor)} failure="The notes could not be loaded">
        <NoteFeed key={`${sort} ${cursor}`} search={search} />
      </ListBoundary>
    </>
  )
}
