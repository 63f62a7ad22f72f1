import { createFileRoute } from '@tanstack/react-router'
import { loadLog } from '../moderation/log/load-log.ts'
import { LogPage } from '../moderation/log/log-page.tsx'
import { logSearch } from '../moderation/log/search-params.ts'
import { RowListSkeleton } from '../ui/feedback/skeleton.tsx'

export const Route = createFileRoute('/moderation')({
  validateSearch: logSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadLog(context, deps),
  head: ({ loaderData }) => loaderData ?? {},
  pendingComponent: () => <RowListSkeleton count={6} label="Loading the moderation log" />,
  component: () => <LogPage search={Route.useLoaderDeps()} />,
})
