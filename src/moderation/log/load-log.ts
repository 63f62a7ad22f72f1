import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../core/client.ts'
import { descriptionTags } from '../../platform/http/head.ts'
import type { Site } from '../../platform/site.ts'
import { leaveErrorToBoundary } from '../../shared/branding/list-boundary.tsx'
import { ACTION_NAMES } from './policy.ts'
import { isOneEntry, type LogSearch } from './search-params.ts'

/** Loads a page of the moderation log and returns the HTML head. */
export async function loadLog(
  { queryClient, site }: { queryClient: QueryClient; site: Site },
  search: LogSearch,
): Promise<{ meta: object[]; links: { rel: string; href: string }[] }> {
  await queryClient.ensureQueryData(logQuery(search)).catch(leaveErrorToBoundary)
  const about = 'All moderator actions on this forum, with their reasons.'
  const { meta, links } = descriptionTags(site, 'Moderation log', '/moderation', about)
  // Hidden from search engines, because the log is about people.
  return { meta: [...meta, { name: 'robots', content: 'noindex' }], links }
}

/** Query for a page of the log. An unknown action in the URL is ignored. */
export function logQuery(search: LogSearch) {
  const { action, cursor, ...filters } = search
  const isKnown = isOneEntry(search) || ACTION_NAMES.some((name) => name === action)
  return api.moderationActions.list.queryOptions({
    input: { ...filters, ...(isKnown && action && { action }), ...(cursor && { cursor: Number(cursor) }) },
  })
}
