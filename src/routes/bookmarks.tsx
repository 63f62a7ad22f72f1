import { createFileRoute } from '@tanstack/react-router'
import { WithAside } from '../features/aside/with-aside.tsx'
import { BookmarksPage } from '../features/bookmark-list/bookmarks-page.tsx'

export const Route = createFileRoute('/bookmarks')({
  staticData: { needsApplication: true },
  head: ({ match }) => ({
    meta: [{ title: `Your Bookmarks | ${match.context.site.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: () => (
    <WithAside>
      <BookmarksPage />
    </WithAside>
  ),
})
