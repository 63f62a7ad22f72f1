import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CachedFragment } from '../../platform/cached-fragment.tsx'
import { ConceptList } from '../categories/concept-parts.tsx'
import { categoryLabelsQuery } from '../categories/queries.ts'
import { ActiveDiscussions } from './active-discussions.tsx'
import { ActivePeople } from './active-people.tsx'
import { NextEvent } from './next-event.tsx'
import { asideQuery, trendingNotesQuery } from './queries.ts'
import { TrendingNotes } from './trending-notes.tsx'

/** What goes on in the forum. What cannot be loaded is not there. */
export function Around({ withConcepts, withNotes }: { withConcepts: boolean; withNotes: boolean }) {
  const queryClient = useQueryClient()
  const queries = [asideQuery(), withConcepts && categoryLabelsQuery(), withNotes && trendingNotesQuery()]
  return (
    <CachedFragment
      name="around"
      shows={queries.map((query) => query && queryClient.getQueryData(query.queryKey))}
    >
      {withConcepts && <Concepts />}
      {withNotes && <TrendingNotes />}
      <ActiveDiscussions />
      <ActivePeople />
      <NextEvent />
    </CachedFragment>
  )
}

function Concepts() {
  const categories = useQuery(categoryLabelsQuery()).data
  return categories !== undefined && categories.length > 0 && <ConceptList categories={categories} />
}
