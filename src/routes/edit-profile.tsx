import { createFileRoute, Link } from '@tanstack/react-router'
import { EditPage } from '../features/profiles/edit-page.tsx'

export const Route = createFileRoute('/edit-profile')({
  staticData: { needsApplication: true },
  head: ({ match }) => ({
    meta: [{ title: `Edit Profile | ${match.context.site.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: () => (
    <EditPage>
      <p className="mt-6 text-muted">
        Who may write to you, and whom you mute or block, is in{' '}
        <Link to="/settings" hash="privacy" className="text-act underline underline-offset-4">
          your settings
        </Link>
        .
      </p>
    </EditPage>
  ),
})
