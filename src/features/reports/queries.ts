import { api } from '../../api/core/client.ts'

/** The viewer's latest reports: one question for all buttons of a page. It changes by what they do, and by a decision. */
export function myReports() {
  return api.reports.mine.queryOptions({ input: {}, staleTime: 60_000 })
}

/** All of them, as they grow. */
export const myReportPages = api.reports.mine.infiniteOptions({
  input: (cursor: string | undefined) => (cursor ? { cursor } : {}),
  initialPageParam: undefined,
  getNextPageParam: (last) => last.next ?? undefined,
})
