import { createFileRoute } from '@tanstack/react-router'
import { loadRules } from '../features/rules/queries.ts'
import { RulesPage } from '../features/rules/rules-page.tsx'

export const Route = createFileRoute('/rules')({
  loader: ({ context }) => loadRules(context),
  head: ({ loaderData }) => loaderData ?? {},
  component: RulesPage,
})
