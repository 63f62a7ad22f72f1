import type { QueryClient } from '@tanstack/react-query'
import { descriptionTags } from '../../platform/head.ts'
import type { Site } from '../../platform/site.ts'
import { leaveErrorToBoundary } from '../site/list-boundary.tsx'
import { logQuery } from './queries.ts'
import type { LogSearch } from './search-params.ts'

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
