import { createFileRoute } from '@tanstack/react-router'
import { AboutPage } from '../pages/about/about-page.tsx'
import { loadTexts } from '../pages/site-settings/queries.ts'
import { describedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/about')({
  loader: async ({ context }) => {
    if (!context.site.texts) return
    await loadTexts(context, ['about', 'guidelines'])
  },
  head: describedHead(
    'About',
    '/about',
    'The mission, principles and guidelines of this community, and how the forum works.',
  ),
  component: AboutPage,
})
