import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { setHiddenMembers } from './hide-muted.tsx'
import { hiddenMembersQuery } from './use-relation.ts'

/** Loads the viewer's muted and blocked members. Mounted on every page of a signed-in viewer. */
export function HiddenMembersLoader() {
  const { data } = useQuery(hiddenMembersQuery())
  useEffect(() => {
    if (data) setHiddenMembers(data.items.map(({ username }) => username))
  }, [data])
  // Clears the list when the viewer signs out or changes.
  useEffect(() => () => setHiddenMembers([]), [])
  return null
}
