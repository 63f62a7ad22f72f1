import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { setHidden } from './hide-muted.tsx'
import { hiddenQuery } from './use-relation.ts'

/** Loads the hidden members. Mounted on every page of a signed-in viewer. */
export function HiddenPeople() {
  const { data } = useQuery(hiddenQuery())
  useEffect(() => {
    if (data) setHidden(data.items.map(({ username }) => username))
  }, [data])
  // Clears the list after sign-out or a change of account.
  useEffect(() => () => setHidden([]), [])
  return null
}
