import { createFileRoute } from '@tanstack/react-router'
import { AboutPage } from '../features/about/about-page.tsx'
import { descriptionTags } from '../platform/head.ts'

export const Route = createFileRoute('/about')({
  head: ({ match }) =>
    descriptionTags(
      match.context.site,
      'About',
      '/about',
      'What this community is for, holds to and asks for, and how the forum works.',
    ),
  component: AboutPage,
})
