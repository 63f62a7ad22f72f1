import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ItemField, ItemFieldControl } from '../../accounts/manage-forms/item-field.tsx'
import { useSession } from '../../accounts/session/session.tsx'
import { errorCode } from '../../core/api-error.ts'
import { api, client } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import type { Viewer } from '../../core/viewer.ts'
import { FormFrame } from '../../shared/drafts/form-frame.tsx'
import { useDraftedForm } from '../../shared/drafts/use-drafted-form.ts'
import { toast } from '../../ui/feedback/toast.ts'
import {
  ChoiceField,
  INVITER_CHOICES,
  NEW_MEMBER_CHOICES,
  PICTURE_CHOICES,
  REGISTRATION_CHOICES,
} from './choice-field.tsx'
import type { StoredSiteSettings } from './contract.ts'
import { CONTACT_MAX, DESCRIPTION_MAX, SITE_NAME_MAX, settingsInput, TEXT_MAX } from './inputs.ts'
import { settingsQuery } from './queries.ts'

interface Props {
  viewer: Viewer
  settings: StoredSiteSettings
  /** Called after the settings were saved or the form was cancelled. */
  onClose: () => void
}

export function SettingsForm({ viewer, settings, onClose }: Props) {
  const state = useSettingsForm(viewer, settings, onClose)
  return (
    <FormFrame
      state={state}
      outdated={{
        title: 'Someone saved this after you opened it. It may have been you in another tab.',
        href: '/manage/site',
        outcome: 'replace it with your version',
        labels: LABELS,
      }}
      submitLabel="Save Changes"
      onCancel={onClose}
    >
      {ABOUT_IT.map((field) => (
        <ItemFieldControl key={field.name} field={field} state={state} />
      ))}
      <h2 className="mt-4 border-b border-line pb-3 text-xl">Who can join</h2>
      <ChoiceField
        label={LABELS.registration}
        choices={REGISTRATION_CHOICES}
        {...state.form.register('registration')}
      />
      <ChoiceField label={LABELS.inviters} choices={INVITER_CHOICES} {...state.form.register('inviters')} />
      <ChoiceField
        label={LABELS.new_members}
        choices={NEW_MEMBER_CHOICES}
        {...state.form.register('new_members')}
      />
      <h2 className="mt-4 border-b border-line pb-3 text-xl">What members can post</h2>
      <ChoiceField label={LABELS.pictures} choices={PICTURE_CHOICES} {...state.form.register('pictures')} />
      <h2 className="mt-4 border-b border-line pb-3 text-xl">Texts</h2>
      {TEXTS.map((field) => (
        <ItemFieldControl key={field.name} field={field} state={state} />
      ))}
    </FormFrame>
  )
}

function useSettingsForm(viewer: Viewer, settings: StoredSiteSettings, onClose: () => void) {
  const show = useShowSettings()
  const { refresh } = useSession()
  return useDraftedForm({
    draft: { memberId: viewer.id, form: 'manage:site:settings' },
    initial: valuesOf(settings),
    updatedAt: settings.updated_at,
    schema: settingsInput,
    save: ({ changes, version }) => client.site.update({ ...changes, ...version }),
    readLatest: async () => {
      const latest = await client.site.settings()
      return { values: valuesOf(latest), updated_at: latest.updated_at }
    },
    onSaved: async (saved) => {
      toast({ kind: 'success', title: 'Site settings saved' })
      await show(saved)
      onClose()
    },
    onRefused: (error) => {
      if (errorCode(error) === 'FORBIDDEN') void refresh()
      showFailureToast(
        'The settings could not be saved',
        error,
        'Check your connection and try again. Your text is saved.',
      )
    },
  })
}

/** Shows saved settings, such as a new name, at once. Texts are loaded again when they are needed. */
function useShowSettings() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async (saved: StoredSiteSettings) => {
    queryClient.setQueryData(settingsQuery().queryKey, saved)
    queryClient.removeQueries({ queryKey: api.site.text.key() })
    for (const group of [api.changes, api.invites])
      void queryClient.invalidateQueries({ queryKey: group.key() })
    // Ignores an error here, because the settings are already saved.
    const site = await client.site.read().catch(() => undefined)
    if (!site) return
    router.update({ ...router.options, context: { ...router.options.context, site } })
    await router.invalidate()
  }
}

function valuesOf({ updated_at: _, ...settings }: StoredSiteSettings) {
  const { name, description, contact } = settings
  return {
    ...settings,
    name: name ?? '',
    description: description ?? '',
    contact: contact ?? '',
  } satisfies Record<string, string>
}

type Name = keyof ReturnType<typeof valuesOf>

const ABOUT_IT: readonly ItemField<Name>[] = [
  {
    type: 'line',
    name: 'name',
    label: 'Name',
    limit: SITE_NAME_MAX,
    hint: 'Shown in titles, the header, emails and feeds. Leave empty to use the configured name.',
  },
  {
    type: 'text',
    name: 'description',
    label: 'Description',
    limit: DESCRIPTION_MAX,
    hint: 'Shown by search engines and in link previews.',
  },
  {
    type: 'line',
    name: 'contact',
    label: 'Contact',
    limit: CONTACT_MAX,
    hint: 'An email address or URL. Visible to everyone.',
  },
]

const TEXTS: readonly ItemField<Name>[] = [
  {
    type: 'text',
    name: 'about',
    label: 'About',
    limit: TEXT_MAX.about,
    hint: 'Replaces the mission and principles on the About page. Plain text. URLs become links, and an empty line starts a new paragraph.',
  },
  {
    type: 'text',
    name: 'guidelines',
    label: 'Guidelines',
    limit: TEXT_MAX.guidelines,
    hint: 'Replaces the community guidelines on the About page.',
  },
  {
    type: 'text',
    name: 'terms',
    label: 'Terms',
    limit: TEXT_MAX.terms,
    hint: 'Shown at /terms. Leave empty for no page.',
  },
  {
    type: 'text',
    name: 'privacy',
    label: 'Privacy',
    limit: TEXT_MAX.privacy,
    hint: 'Shown at /privacy. Leave empty for no page.',
  },
]

const LABELS = {
  ...Object.fromEntries([...ABOUT_IT, ...TEXTS].map(({ name, label }) => [name, label])),
  registration: 'Registration',
  inviters: 'Who can invite',
  new_members: 'New members',
  pictures: 'Pictures',
}
