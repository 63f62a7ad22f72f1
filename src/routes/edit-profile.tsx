import { createFileRoute, Link } from '@tanstack/react-router'
import { EditProfilePage } from '../people/profiles/edit-profile.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/edit-profile')({
  staticData: { needsApplication: true },
  head: unlistedHead('Edit Profile'),
  component: () => (
    <EditProfilePage>
      <p className="mt-6 text-muted">
        To choose who can message you, or to mute and block members, go to{' '}
        <Link to="/settings/privacy" className="text-act underline underline-offset-4">
          your privacy settings
        </Link>
        .
      </p>
    </EditProfilePage>
  ),
})
