import { createFileRoute } from '@tanstack/react-router'
import { loadLog } from '../features/moderation-log/load-log.ts'
import { LogPage } from '../features/moderation-log/log-page.tsx'
import { LogSkeleton } from '../features/moderation-log/log-skeleton.tsx'
import { logSearch } from '../features/moderation-log/search-params.ts'

export const Route = createFileRoute('/moderation')({
  validateSearch: logSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadLog(context, deps),
  head: ({ loaderData }) => loaderData ?? {},
  pendingComponent: LogSkeleton,
  component: () => <LogPage search={Route.useLoaderDeps()} />,
})
