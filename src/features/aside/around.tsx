import { useQuery } from '@tanstack/react-query'
import { ConceptList } from '../categories/concept-list.tsx'
import { categoryLabelsQuery } from '../categories/queries.ts'
import { ActiveDiscussions } from './active-discussions.tsx'
import { ActivePeople } from './active-people.tsx'
import { NextEvent } from './next-event.tsx'
import { TrendingNotes } from './trending-notes.tsx'

/** What goes on in the forum. What cannot be loaded is not there. */
export default function Around({ withConcepts, withNotes }: { withConcepts: boolean; withNotes: boolean }) {
  return (
    <>
      {withConcepts && <Concepts />}
      {withNotes && <TrendingNotes />}
      <ActiveDiscussions />
      <ActivePeople />
      <NextEvent />
    </>
  )
}

function Concepts() {
  const categories = useQuery(categoryLabelsQuery()).data
  return categories !== undefined && categories.length > 0 && <ConceptList categories={categories} />
}
