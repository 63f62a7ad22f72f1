import { createFileRoute } from '@tanstack/react-router'
import { rulesQuery } from '../features/rules/queries.ts'
import { RulesPage } from '../features/rules/rules-page.tsx'
import { leaveErrorToBoundary } from '../features/site/list-boundary.tsx'
import { descriptionTags } from '../platform/head.ts'

export const Route = createFileRoute('/rules')({
  loader: async ({ context }) =>
    void (await context.queryClient.ensureQueryData(rulesQuery()).catch(leaveErrorToBoundary)),
  head: ({ match }) =>
    descriptionTags(
      match.context.site,
      'Rules',
      '/rules',
      'What one may not do here, and what moderators go by.',
    ),
  component: RulesPage,
})
