import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../core/client.ts'
import { descriptionTags } from '../../platform/http/head.ts'
import type { Site } from '../../platform/site.ts'
import { leaveErrorToBoundary } from '../../shared/branding/list-boundary.tsx'

/** Loads the rules page and returns the HTML head. */
export async function loadRules({ queryClient, site }: { queryClient: QueryClient; site: Site }) {
  await queryClient.ensureQueryData(rulesQuery()).catch(leaveErrorToBoundary)
  return descriptionTags(
    site,
    'Rules',
    '/rules',
    'What isn’t allowed here: the rules that moderators enforce.',
  )
}

export const rulesQuery = () => api.rules.list.queryOptions()
