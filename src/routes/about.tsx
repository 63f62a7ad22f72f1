import { createFileRoute } from '@tanstack/react-router'
import { AboutPage } from '../features/about/about-page.tsx'
import { loadTexts } from '../features/site-settings/queries.ts'
import { describedHead } from '../platform/head.ts'

export const Route = createFileRoute('/about')({
  loader: async ({ context }) => {
    if (!context.site.texts) return
    await loadTexts(context, ['about', 'guidelines'])
  },
  head: describedHead(
    'About',
    '/about',
    'What this community is for, holds to and asks for, and how the forum works.',
  ),
  component: AboutPage,
})
