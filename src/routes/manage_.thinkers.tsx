import { createFileRoute } from '@tanstack/react-router'
import { manageHead } from '../features/manage/places.ts'
import { ThinkersPage } from '../features/thinkers/manage-thinkers-page.tsx'

export const Route = createFileRoute('/manage_/thinkers')({
  staticData: { needsApplication: true },
  head: ({ match }) => manageHead(match.context.site.name, '/manage/thinkers'),
  component: ThinkersPage,
})
