import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../api/core/client.ts'
import { descriptionTags } from '../../platform/head.ts'
import type { Site } from '../../platform/site.ts'
import { leaveErrorToBoundary } from '../site/list-boundary.tsx'
import { ACTION_NAMES } from './policy.ts'
import { isOneEntry, type LogSearch } from './search-params.ts'

/** The page of the log that an address asks for; answers its head. */
export async function loadLog(
  { queryClient, site }: { queryClient: QueryClient; site: Site },
  search: LogSearch,
): Promise<{ meta: object[]; links: { rel: string; href: string }[] }> {
  await queryClient.ensureQueryData(logQuery(search)).catch(leaveErrorToBoundary)
  const about = 'What moderators did here, and on what ground.'
  const { meta, links } = descriptionTags(site, 'Moderation log', '/moderation', about)
  // For members to check, and no search engine: it is about people.
  return { meta: [...meta, { name: 'robots', content: 'noindex' }], links }
}

/** The page of the log that an address asks for; of a kind of action that there is not, of all. */
export function logQuery(search: LogSearch) {
  const { action, cursor, ...filters } = search
  const isKnown = isOneEntry(search) || ACTION_NAMES.some((name) => name === action)
  return api.moderationActions.list.queryOptions({
    input: { ...filters, ...(isKnown && action && { action }), ...(cursor && { cursor: Number(cursor) }) },
  })
}
