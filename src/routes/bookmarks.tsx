import { createFileRoute } from '@tanstack/react-router'
import { BookmarksPage } from '../content/bookmark-list/bookmarks-page.tsx'
import { WithSidebar } from '../content/sidebar/with-sidebar.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/bookmarks')({
  staticData: { needsApplication: true },
  head: unlistedHead('Your Bookmarks'),
  component: () => (
    <WithSidebar>
      <BookmarksPage />
    </WithSidebar>
  ),
})
