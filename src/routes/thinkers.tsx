import { createFileRoute } from '@tanstack/react-router'
import { loadThinkers } from '../pages/thinkers/queries.ts'
import { ThinkersPage } from '../pages/thinkers/thinkers-page.tsx'
import { describedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/thinkers')({
  loader: ({ context }) => loadThinkers(context.queryClient),
  head: describedHead(
    'Thinkers',
    '/thinkers',
    'Lives and notable works of people whose ideas our discussions keep coming back to.',
  ),
  component: ThinkersPage,
})
