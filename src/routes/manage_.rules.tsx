import { createFileRoute } from '@tanstack/react-router'
import { manageHead } from '../features/manage/places.ts'
import { RulesPage } from '../features/rules/manage-rules-page.tsx'

export const Route = createFileRoute('/manage_/rules')({
  staticData: { needsApplication: true },
  head: ({ match }) => manageHead(match.context.site.name, '/manage/rules'),
  component: RulesPage,
})
