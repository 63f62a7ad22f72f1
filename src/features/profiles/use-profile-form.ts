import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod'
import { errorCode, errorField, errorMessage } from '../../api/core/api-error.ts'
import { client } from '../../api/core/client.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useDraft } from '../drafts/use-draft.ts'
import { profileInput } from './inputs.ts'
import type { OwnProfile } from './my-profile-contract.ts'
import { useShowEverywhere } from './use-show-everywhere.ts'

const FIELDS = ['username', 'full_name', 'bio', 'location', 'website_url'] as const
type Field = (typeof FIELDS)[number]
/** As they are typed: what is empty is ''. */
type Values = Record<Field, string>
type Typed = z.input<typeof profileInput>
type Checked = z.output<typeof profileInput>

/** The state of the form. What is typed stays in a draft until the server has it. */
export function useProfileForm(viewer: Viewer, profile: OwnProfile, onSaved: (username: string) => unknown) {
  const [opened] = useState(() => ({ ...valuesOf(profile), updated_at: profile.updated_at }))
  const { values, form: draft } = useDraft({ memberId: viewer.id, form: 'profile' }, opened)
  const form = useForm<Typed, unknown, Checked>({
    resolver: zodResolver(profileInput),
    defaultValues: valuesOf(values),
    mode: 'onTouched',
  })
  const [isOutdated, setOutdated] = useState(false)
  const showEverywhere = useShowEverywhere()
  const { subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: typed }) => draft.change(valuesOf(typed)),
      }),
    [subscribe, draft],
  )

  const submit = form.handleSubmit(async (checked) => {
    draft.commit()
    try {
      const saved = await client.me.update({
        ...changesOf(checked, profile),
        ...(!isOutdated && { updated_at: draft.read().updated_at }),
      })
      draft.finish()
      toast({ kind: 'success', title: 'Profile updated successfully!' })
      await showEverywhere()
      await onSaved(saved.username)
    } catch (error) {
      explain(error)
    }
  })

  const explain = (error: unknown) => {
    const field = FIELDS.find((each) => each === errorField(error))
    const message = errorMessage(error)
    if (field && message) return form.setError(field, { message }, { shouldFocus: true })
    if (errorCode(error) === 'CONFLICT') setOutdated(true)
    toast({ kind: 'error', title: 'Error', description: message ?? 'Failed to update profile' })
  }

  const discard = () => {
    draft.discard()
    form.reset(valuesOf(opened))
    setOutdated(false)
  }
  return { form, draft, values, isOutdated, submit, discard }
}

/** The name, and what differs from the profile as it was: two tabs may change different things. */
function changesOf(checked: Checked, profile: OwnProfile): Partial<Checked> {
  const changed = FIELDS.filter((field) => field === 'username' || checked[field] !== profile[field])
  return Object.fromEntries(changed.map((field) => [field, checked[field]]))
}

function valuesOf(profile: Record<Field, string | null>): Values {
  const { username, full_name, bio, location, website_url } = profile
  return {
    username: username ?? '',
    full_name: full_name ?? '',
    bio: bio ?? '',
    location: location ?? '',
    website_url: website_url ?? '',
  }
}
