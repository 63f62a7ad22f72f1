import { createFileRoute } from '@tanstack/react-router'
import { loadRules } from '../moderation/rules/queries.ts'
import { RulesPage } from '../moderation/rules/rules-page.tsx'

export const Route = createFileRoute('/rules')({
  loader: ({ context }) => loadRules(context),
  head: ({ loaderData }) => loaderData ?? {},
  component: RulesPage,
})
