import { createFileRoute } from '@tanstack/react-router'
import { PrivacySection } from '../features/mutes/privacy-section.tsx'
import { EditPage } from '../features/profiles/edit-page.tsx'

export const Route = createFileRoute('/edit-profile')({
  staticData: { needsApplication: true },
  head: ({ match }) => ({
    meta: [{ title: `Edit Profile | ${match.context.site.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: () => (
    <EditPage>
      <PrivacySection />
    </EditPage>
  ),
})
