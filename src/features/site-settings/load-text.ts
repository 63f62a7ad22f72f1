import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { excerpt } from '../../platform/excerpt.ts'
import { descriptionTags } from '../../platform/head.ts'
import type { Site, SiteText } from '../../platform/site.ts'
import { leaveErrorToBoundary } from '../site/list-boundary.tsx'
import { siteTextQuery } from './queries.ts'

interface Context {
  queryClient: QueryClient
  site: Site
}

/** Characters of a description that search engines show. */
const DESCRIPTION_LENGTH = 160

/** The head of the page of a text. There is no page where there is no text. */
export async function loadText({ queryClient, site }: Context, name: 'terms' | 'privacy') {
  const text = await queryClient.ensureQueryData(siteTextQuery(name))
  if (!text) throw notFound()
  return descriptionTags(site, TITLES[name], `/${name}`, excerpt(text.text, DESCRIPTION_LENGTH))
}

/** What admins have written for a page that is there anyway. */
export async function loadTexts({ queryClient, site }: Context, names: readonly SiteText[]): Promise<void> {
  const written = names.filter((name) => site.texts?.includes(name))
  await Promise.all(
    written.map((name) => queryClient.ensureQueryData(siteTextQuery(name)).catch(leaveErrorToBoundary)),
  )
}

const TITLES = { terms: 'Terms', privacy: 'Privacy' }
