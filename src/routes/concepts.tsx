import { createFileRoute } from '@tanstack/react-router'
import { ConceptsPage } from '../content/concepts/concepts-page.tsx'
import { conceptsQuery } from '../content/concepts/queries.ts'
import { PostListSkeleton } from '../content/posts/skeletons.tsx'
import { describedHead } from '../platform/http/head.ts'
import { leaveErrorToBoundary } from '../shared/branding/list-boundary.tsx'

export const Route = createFileRoute('/concepts')({
  loader: async ({ context }) =>
    void (await context.queryClient.ensureQueryData(conceptsQuery()).catch(leaveErrorToBoundary)),
  head: describedHead(
    'Concepts',
    '/concepts',
    'Topics of the discussions, from AI and consciousness to longevity and society.',
  ),
  pendingComponent: PostListSkeleton,
  component: ConceptsPage,
})
