import { createFileRoute } from '@tanstack/react-router'
import { LogPage } from '../features/moderation-log/log-page.tsx'
import { logQuery } from '../features/moderation-log/queries.ts'
import { logSearch } from '../features/moderation-log/search-params.ts'
import { leaveErrorToBoundary } from '../features/site/list-boundary.tsx'
import { descriptionTags } from '../platform/head.ts'
import { RowListSkeleton } from '../ui/feedback/skeleton.tsx'

export const Route = createFileRoute('/moderation')({
  validateSearch: logSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) =>
    void (await context.queryClient.ensureQueryData(logQuery(deps)).catch(leaveErrorToBoundary)),
  head: ({ match }) => {
    const { meta, links } = descriptionTags(
      match.context.site,
      'Moderation log',
      '/moderation',
      'What moderators did here, and on what ground.',
    )
    // For members to check, and no search engine: it is about people.
    return { meta: [...meta, { name: 'robots', content: 'noindex' }], links }
  },
  pendingComponent: () => <RowListSkeleton count={6} label="Loading the moderation log" />,
  component: Log,
})

function Log() {
  return <LogPage search={Route.useLoaderDeps()} />
}
