import { createFileRoute } from '@tanstack/react-router'
import { RulesPage } from '../features/rules/rules-page.tsx'

export const Route = createFileRoute('/rules')({
  // A route's loader is part of the application that every page loads; what it does need not be.
  loader: async ({ context }) => {
    const { loadRules } = await import('../features/rules/load-rules.ts')
    return loadRules(context)
  },
  head: ({ loaderData }) => loaderData ?? {},
  component: RulesPage,
})
