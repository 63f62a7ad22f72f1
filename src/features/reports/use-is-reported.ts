import { useQuery } from '@tanstack/react-query'
import type { ReportedKind } from './policy.ts'
import { myReports } from './queries.ts'

/** Whether it is among what this member reported lately. */
export function useIsReported(kind: ReportedKind, id: string): boolean {
  const { data } = useQuery(myReports())
  return (
    data?.items.some(
      (report) => report.kind === kind && report.target_id === id && report.state === 'open',
    ) ?? false
  )
}
