import { api } from '../../api/core/client.ts'

/** The viewer's latest reports: one question for all buttons of a page. It changes by what they do, and by a decision. */
export function myReports() {
  return api.reports.mine.queryOptions({ input: {}, staleTime: 60_000 })
}
