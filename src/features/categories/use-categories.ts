import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toast } from '../../ui/toast.ts'
import { type CategoryLabel, categoryLabelsQuery } from './queries.ts'

/** All categories by name. A page works without them: when they cannot be loaded it says so, and there are none. */
export function useCategories(): CategoryLabel[] {
  const { data, isError } = useQuery(categoryLabelsQuery())
  useEffect(() => {
    if (isError) toast({ kind: 'error', title: 'Failed to load categories' })
  }, [isError])
  return data ?? []
}
