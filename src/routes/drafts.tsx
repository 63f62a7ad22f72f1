import { createFileRoute } from '@tanstack/react-router'
import { WithAside } from '../features/aside/with-aside.tsx'
import { DraftsPage } from '../features/draft-list/drafts-page.tsx'

export const Route = createFileRoute('/drafts')({
  staticData: { needsApplication: true },
  head: ({ match }) => ({
    meta: [{ title: `Your Drafts | ${match.context.site.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: () => (
    <WithAside>
      <DraftsPage />
    </WithAside>
  ),
})
