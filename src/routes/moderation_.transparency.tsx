import { createFileRoute } from '@tanstack/react-router'
import { loadTransparency, periodSearch } from '../moderation/transparency/load-transparency.ts'
import { TransparencyPage } from '../moderation/transparency/transparency-page.tsx'
import { RowListSkeleton } from '../ui/feedback/skeleton.tsx'

export const Route = createFileRoute('/moderation_/transparency')({
  validateSearch: periodSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadTransparency(context, deps),
  head: ({ loaderData }) => loaderData ?? {},
  pendingComponent: () => <RowListSkeleton count={6} label="Loading the transparency report" />,
  component: () => <TransparencyPage search={Route.useLoaderDeps()} />,
})
