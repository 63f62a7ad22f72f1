import { createFileRoute } from '@tanstack/react-router'
import { OverviewPage } from '../features/manage/overview-page.tsx'
import { manageHead } from '../features/manage/places.ts'

export const Route = createFileRoute('/manage')({
  staticData: { needsApplication: true },
  head: ({ match }) => manageHead(match.context.site.name, '/manage'),
  component: OverviewPage,
})
