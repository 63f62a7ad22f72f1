import { createFileRoute } from '@tanstack/react-router'
import { SavedRepliesPage } from '../moderation/replies/saved-replies-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/manage_/replies')({
  staticData: { needsApplication: true },
  head: unlistedHead('Manage Replies'),
  component: SavedRepliesPage,
})
