import { createFileRoute } from '@tanstack/react-router'
import { DraftsPage } from '../content/draft-list/drafts-page.tsx'
import { WithSidebar } from '../content/sidebar/with-sidebar.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/drafts')({
  staticData: { needsApplication: true },
  head: unlistedHead('Your Drafts'),
  component: () => (
    <WithSidebar>
      <DraftsPage />
    </WithSidebar>
  ),
})
