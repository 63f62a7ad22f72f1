import { useQuery } from '@tanstack/react-query'
import { useFailureToast } from '../../ui/feedback/use-failure-toast.ts'
import { type CategoryLabel, categoryLabelsQuery } from './queries.ts'

/** All categories by name. A page works without them: when they cannot be loaded it says so, and there are none. */
export function useCategories(): CategoryLabel[] {
  const { data, isError } = useQuery(categoryLabelsQuery())
  useFailureToast(isError, 'Failed to load categories')
  return data ?? []
}
