import { errorMessage } from '../../api/core/api-error.ts'
import { client } from '../../api/core/client.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useDraftedForm } from '../drafts/use-drafted-form.ts'
import { profileInput } from './inputs.ts'
import type { OwnProfile } from './my-profile-contract.ts'
import { useShowEverywhere } from './use-show-everywhere.ts'

/** The state of the form about oneself. */
export function useProfileForm(viewer: Viewer, profile: OwnProfile, onSaved: (username: string) => unknown) {
  const showEverywhere = useShowEverywhere()
  return useDraftedForm({
    draft: { memberId: viewer.id, form: 'profile' },
    initial: valuesOf(profile),
    updatedAt: profile.updated_at,
    schema: profileInput,
    before: profile,
    // The name, and what differs from the profile as it was: two tabs may change different things.
    save: ({ checked: { username }, changes, version }) =>
      client.me.update({ ...changes, username, ...version }),
    readLatest: async () => {
      const { profile: latest } = await client.me.read()
      if (!latest) throw new Error('nobody is signed in any more')
      return { values: valuesOf(latest), updated_at: latest.updated_at }
    },
    onSaved: async ({ username }) => {
      toast({ kind: 'success', title: 'Profile updated successfully!' })
      await showEverywhere()
      await onSaved(username)
    },
    onRefused: (error) => {
      const description = errorMessage(error) ?? 'Failed to update profile'
      toast({ kind: 'error', title: 'Error', description })
    },
  })
}

function valuesOf({ username, full_name, bio, location, website_url }: OwnProfile) {
  return {
    username,
    full_name: full_name ?? '',
    bio: bio ?? '',
    location: location ?? '',
    website_url: website_url ?? '',
  }
}
