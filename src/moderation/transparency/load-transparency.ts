import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../core/client.ts'
import { descriptionTags } from '../../platform/http/head.ts'
import type { Site } from '../../platform/site.ts'
import { leaveErrorToBoundary } from '../../shared/branding/list-boundary.tsx'
import { PERIOD } from './policy.ts'

/** Parameters of the page. An invalid period is ignored. */
export interface PeriodSearch {
  period?: string
}

export function periodSearch({ period }: Record<string, unknown>): PeriodSearch {
  const typed = String(period ?? '')
  return PERIOD.test(typed) ? { period: typed } : {}
}

/** Loads the report and returns the HTML head. */
export async function loadTransparency(
  { queryClient, site }: { queryClient: QueryClient; site: Site },
  search: PeriodSearch,
) {
  await queryClient.ensureQueryData(transparencyQuery(search)).catch(leaveErrorToBoundary)
  const about = 'Reports, moderator actions and appeals on this forum in numbers.'
  return descriptionTags(site, 'Transparency report', '/moderation/transparency', about)
}

export function transparencyQuery(search: PeriodSearch) {
  return api.transparency.read.queryOptions({ input: search })
}
