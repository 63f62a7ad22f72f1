import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { setHidden } from './hide-muted.tsx'
import { hiddenQuery } from './use-relation.ts'

/** On every page of a member: knows whom they do not want to see. */
export function HiddenPeople() {
  const { data } = useQuery(hiddenQuery())
  useEffect(() => {
    if (data) setHidden(data.items.map(({ username }) => username))
  }, [data])
  // Signed out, or another member.
  useEffect(() => () => setHidden([]), [])
  return null
}
