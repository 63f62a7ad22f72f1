import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { errorCode } from '../../core/api-error.ts'
import { api, client } from '../../core/client.ts'
import { excerpt } from '../../platform/excerpt.ts'
import { descriptionTags } from '../../platform/http/head.ts'
import type { Site, SiteText } from '../../platform/site.ts'
import { leaveErrorToBoundary } from '../../shared/branding/list-boundary.tsx'

/** Loads a text, or null if admins have not written it. */
export function siteTextQuery(name: SiteText) {
  return queryOptions({
    queryKey: api.site.text.key({ input: { name } }),
    queryFn: () =>
      client.site.text({ name }).catch((error: unknown) => {
        if (errorCode(error) === 'NOT_FOUND') return null
        throw error
      }),
  })
}

export const settingsQuery = () => api.site.settings.queryOptions({ staleTime: 0 })

interface Context {
  queryClient: QueryClient
  site: Site
}

/** Loads a text and returns the page's head. Throws notFound() if admins have not written the text. */
export async function loadText({ queryClient, site }: Context, name: 'terms' | 'privacy') {
  const text = await queryClient.ensureQueryData(siteTextQuery(name))
  if (!text) throw notFound()
  return descriptionTags(site, name === 'terms' ? 'Terms' : 'Privacy', `/${name}`, excerpt(text.text, 160))
}

export async function loadTexts({ queryClient, site }: Context, names: readonly SiteText[]): Promise<void> {
  const written = names.filter((name) => site.texts?.includes(name))
  await Promise.all(
    written.map((name) => queryClient.ensureQueryData(siteTextQuery(name)).catch(leaveErrorToBoundary)),
  )
}
