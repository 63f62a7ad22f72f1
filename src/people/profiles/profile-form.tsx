import { useQueryClient } from '@tanstack/react-query'
import { USERNAME_MAX, USERNAME_MIN } from '../../accounts/policy.ts'
import { useSession } from '../../accounts/session/session.tsx'
import { client } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import type { Viewer } from '../../core/viewer.ts'
import { WEBSITE_RULE } from '../../platform/website.ts'
import { FormFrame } from '../../shared/drafts/form-frame.tsx'
import { useDraftedForm } from '../../shared/drafts/use-drafted-form.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Field, TextareaField } from '../../ui/form/field.tsx'
import { profileInput } from './inputs.ts'
import type { OwnProfile } from './my-profile-contract.ts'
import { BIO_MAX, FULL_NAME_MAX, LOCATION_MAX } from './my-profile-policy.ts'

interface Props {
  viewer: Viewer
  profile: OwnProfile
  onSaved: (username: string) => unknown
  onCancel: () => unknown
}

export function ProfileForm({ viewer, profile, onSaved, onCancel }: Props) {
  const state = useProfileForm(viewer, profile, onSaved)
  const { register, formState } = state.form
  const { errors } = formState
  return (
    <FormFrame
      state={state}
      outdated={{
        title: 'Your profile was saved after you opened this form. It may have been you in another tab.',
        href: `/profile/${profile.username}`,
        outcome: 'replace it with your version',
        labels: LABELS,
      }}
      submitLabel="Save Changes"
      onCancel={onCancel}
    >
      <Field
        label={LABELS.username}
        required
        maxLength={USERNAME_MAX}
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        hint={`${USERNAME_MIN} to ${USERNAME_MAX} letters, digits, "_" or "-". A former username links to you for 90 days.`}
        error={errors.username?.message}
        {...register('username')}
      />
      <Field
        label={LABELS.full_name}
        maxLength={FULL_NAME_MAX}
        autoComplete="name"
        error={errors.full_name?.message}
        {...register('full_name')}
      />
      <TextareaField
        label={LABELS.bio}
        count={state.values.bio.length}
        limit={BIO_MAX}
        unit="characters"
        error={errors.bio?.message}
        {...register('bio')}
      />
      <Field
        label={LABELS.location}
        maxLength={LOCATION_MAX}
        autoComplete="off"
        error={errors.location?.message}
        {...register('location')}
      />
      <Field
        label={LABELS.website_url}
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="https://"
        hint={WEBSITE_RULE}
        error={errors.website_url?.message}
        {...register('website_url')}
      />
    </FormFrame>
  )
}

const LABELS = {
  username: 'Username',
  full_name: 'Full Name',
  bio: 'Bio',
  location: 'Location',
  website_url: 'Website',
}

function useProfileForm(viewer: Viewer, profile: OwnProfile, onSaved: (username: string) => unknown) {
  const showEverywhere = useRefetchEverything()
  return useDraftedForm({
    draft: { memberId: viewer.id, form: 'profile' },
    initial: valuesOf(profile),
    updatedAt: profile.updated_at,
    schema: profileInput,
    before: profile,
    // Sends only the changed fields, because another tab may have changed other fields.
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
      showFailureToast('Error', error, 'Failed to update profile')
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

/** Returns a function that refetches the session and all queries, because many show the name or avatar. */
export function useRefetchEverything(): () => Promise<void> {
  const queryClient = useQueryClient()
  const { refresh } = useSession()
  return async () => {
    await refresh()
    queryClient.removeQueries({ type: 'inactive' })
    void queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => !isForm(path) })
  }
}

/** Whether a query loads a form's initial values. They are not refetched: an open form ignores new ones. */
function isForm(path: unknown): boolean {
  return Array.isArray(path) && path[0] === 'me'
}
