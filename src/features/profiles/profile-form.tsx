import type { Viewer } from '../../api/core/viewer.ts'
import { WEBSITE_RULE } from '../../platform/website.ts'
import { Field, TextareaField } from '../../ui/form/field.tsx'
import { USERNAME_MAX, USERNAME_MIN } from '../accounts/policy.ts'
import { FormFrame } from '../drafts/form-frame.tsx'
import type { OwnProfile } from './my-profile-contract.ts'
import { BIO_MAX, LOCATION_MAX, NAME_MAX } from './my-profile-policy.ts'
import { useProfileForm } from './use-profile-form.ts'

interface Props {
  viewer: Viewer
  /** As it was when the form opened. */
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
        title: 'Your profile was saved after you opened this form, perhaps by you in another tab.',
        href: `/profile/${profile.username}`,
        outcome: 'replace it with what is here',
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
        hint={`${USERNAME_MIN} to ${USERNAME_MAX} letters, digits, "_" or "-". A former name leads to you for 90 days.`}
        error={errors.username?.message}
        {...register('username')}
      />
      <Field
        label={LABELS.full_name}
        maxLength={NAME_MAX}
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
