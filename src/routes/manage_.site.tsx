import { createFileRoute } from '@tanstack/react-router'
import { manageHead } from '../features/manage/places.ts'
import { SitePage } from '../features/site-settings/manage-site-page.tsx'

export const Route = createFileRoute('/manage_/site')({
  staticData: { needsApplication: true },
  head: ({ match }) => manageHead(match.context.site.name, '/manage/site'),
  component: SitePage,
})
