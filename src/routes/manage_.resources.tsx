import { createFileRoute } from '@tanstack/react-router'
import { manageHead } from '../features/manage/places.ts'
import { ResourcesPage } from '../features/resources/manage-resources-page.tsx'

export const Route = createFileRoute('/manage_/resources')({
  staticData: { needsApplication: true },
  head: ({ match }) => manageHead(match.context.site.name, '/manage/resources'),
  component: ResourcesPage,
})
