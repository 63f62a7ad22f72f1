import { api } from '../../api/core/client.ts'

/** The first page, shared by all buttons. The viewer's own reports and decisions invalidate it. */
export function myReports() {
  return api.reports.mine.queryOptions({ input: {}, staleTime: 60_000 })
}

export const myReportPages = api.reports.mine.infiniteOptions({
  input: (cursor: string | undefined) => (cursor ? { cursor } : {}),
  initialPageParam: undefined,
  getNextPageParam: (last) => last.next ?? undefined,
})
