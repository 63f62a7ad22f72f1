import { createFileRoute } from '@tanstack/react-router'
import { LogPage } from '../features/moderation-log/log-page.tsx'
import { LogSkeleton } from '../features/moderation-log/log-skeleton.tsx'
import { logSearch } from '../features/moderation-log/search-params.ts'

export const Route = createFileRoute('/moderation')({
  validateSearch: logSearch,
  loaderDeps: ({ search }) => search,
  // A route's loader is part of the application that every page loads; what it does need not be.
  loader: async ({ context, deps }) => {
    const { loadLog } = await import('../features/moderation-log/load-log.ts')
    return loadLog(context, deps)
  },
  head: ({ loaderData }) => loaderData ?? {},
  pendingComponent: LogSkeleton,
  component: Log,
})

function Log() {
  return <LogPage search={Route.useLoaderDeps()} />
}
