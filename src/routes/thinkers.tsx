import { createFileRoute } from '@tanstack/react-router'
import { described } from '../features/posts/metadata.ts'
import { loadThinkers } from '../features/thinkers/queries.ts'
import { ThinkersPage } from '../features/thinkers/thinkers-page.tsx'

export const Route = createFileRoute('/thinkers')({
  loader: ({ context }) => loadThinkers(context.queryClient),
  head: ({ match }) =>
    described(
      match.context.site,
      'Thinkers',
      '/thinkers',
      'Lives and notable works of people whose ideas the discussions return to.',
    ),
  component: ThinkersPage,
})
