import { createFileRoute } from '@tanstack/react-router'
import { loadResources } from '../pages/resources/queries.ts'
import { ResourcesPage } from '../pages/resources/resources-page.tsx'
import { loadThinkers } from '../pages/thinkers/queries.ts'
import { describedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/resources')({
  loader: async ({ context: { queryClient } }) =>
    void (await Promise.all([loadResources(queryClient), loadThinkers(queryClient)])),
  head: describedHead(
    'Resources',
    '/resources',
    'Books, blogs and people to read on about human enhancement, consciousness and AI.',
  ),
  component: ResourcesPage,
})
