import { createFileRoute } from '@tanstack/react-router'
import { BestPage, bestQuery } from '../content/best-of/best-page.tsx'
import { PostListSkeleton } from '../content/posts/skeletons.tsx'
import { describedHead } from '../platform/http/head.ts'
import { leaveErrorToBoundary } from '../shared/branding/list-boundary.tsx'

export const Route = createFileRoute('/best-of')({
  loader: async ({ context }) =>
    void (await context.queryClient.ensureQueryData(bestQuery()).catch(leaveErrorToBoundary)),
  head: describedHead('Best Of', '/best-of', 'The top-voted posts of each month and year.'),
  pendingComponent: PostListSkeleton,
  component: BestPage,
})
