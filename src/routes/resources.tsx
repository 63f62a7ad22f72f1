import { createFileRoute } from '@tanstack/react-router'
import { loadResources } from '../features/resources/queries.ts'
import { ResourcesPage } from '../features/resources/resources-page.tsx'
import { loadThinkers } from '../features/thinkers/queries.ts'
import { descriptionTags } from '../platform/head.ts'

export const Route = createFileRoute('/resources')({
  loader: async ({ context: { queryClient } }) =>
    void (await Promise.all([loadResources(queryClient), loadThinkers(queryClient)])),
  head: ({ match }) =>
    descriptionTags(
      match.context.site,
      'Resources',
      '/resources',
      'Books, blogs and people to read on about human enhancement, consciousness and AI.',
    ),
  component: ResourcesPage,
})
