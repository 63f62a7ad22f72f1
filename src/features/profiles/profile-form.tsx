import type { Viewer } from '../../api/core/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextareaField } from '../../ui/form/field.tsx'
import { USERNAME_MAX, USERNAME_MIN } from '../accounts/policy.ts'
import { DraftNote } from '../drafts/draft-note.tsx'
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
  const { form, draft, values, isOutdated, submit, discard } = useProfileForm(viewer, profile, onSaved)
  const { register, formState } = form
  const { errors, isSubmitting } = formState
  return (
    // Not validated by the browser: its words would stand in its own language, one field at a time.
    <form onSubmit={submit} noValidate className="grid gap-5">
      {draft.restored && <DraftNote onDiscard={discard} />}
      {isOutdated && <OutdatedNote username={profile.username} />}
      <Field
        label="Username"
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
        label="Full Name"
        maxLength={NAME_MAX}
        autoComplete="name"
        error={errors.full_name?.message}
        {...register('full_name')}
      />
      <TextareaField
        label="Bio"
        count={values.bio.length}
        limit={BIO_MAX}
        unit="characters"
        error={errors.bio?.message}
        {...register('bio')}
      />
      <Field
        label="Location"
        maxLength={LOCATION_MAX}
        autoComplete="off"
        error={errors.location?.message}
        {...register('location')}
      />
      <Field
        label="Website"
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="https://"
        error={errors.website_url?.message}
        {...register('website_url')}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button
          kind="quiet"
          disabled={isSubmitting}
          onClick={() => {
            discard()
            onCancel()
          }}
        >
          Cancel
        </Button>
        <Button type="submit" pending={isSubmitting} pendingLabel="Saving...">
          Save Changes
        </Button>
      </div>
    </form>
  )
}

function OutdatedNote({ username }: { username: string }) {
  return (
    <p role="status" className="rounded-lg border border-act/50 bg-act-ground p-3.5">
      Your profile was saved after you opened this form, perhaps by you in another tab.{' '}
      <a href={`/profile/${username}`} target="_blank" rel="noreferrer" className="text-act underline">
        Look at it as it is now
      </a>
      , or save again to replace it with what is here.
    </p>
  )
}
