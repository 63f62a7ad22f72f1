import { toastFailure } from '../../api/core/toast-failure.ts'
import '../accounts/security/ask-for-proof.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { errorCode } from '../../api/core/api-error.ts'
import { api, client } from '../../api/core/client.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useSession } from '../accounts/session/session.tsx'
import { FormFrame } from '../drafts/form-frame.tsx'
import { useDraftedForm } from '../drafts/use-drafted-form.ts'
import { type ItemField, ItemFieldControl } from '../manage/item-field.tsx'
import { ChoiceField, INVITER_CHOICES, NEW_MEMBER_CHOICES, REGISTRATION_CHOICES } from './choice-field.tsx'
import type { Settings } from './contract.ts'
import { CONTACT_MAX, DESCRIPTION_MAX, NAME_MAX, settingsInput, TEXT_MAX } from './inputs.ts'
import { settingsQuery } from './queries.ts'

interface Props {
  viewer: Viewer
  settings: Settings
  /** Called after saving and on cancel. */
  onClose: () => void
}

export function SettingsForm({ viewer, settings, onClose }: Props) {
  const state = useSettingsForm(viewer, settings, onClose)
  return (
    <FormFrame
      state={state}
      outdated={{
        title: 'Somebody saved this after you opened it, perhaps you in another tab.',
        href: '/manage/site',
        outcome: 'put what is here in its place',
        labels: LABELS,
      }}
      submitLabel="Save Changes"
      onCancel={onClose}
    >
      {ABOUT_IT.map((field) => (
        <ItemFieldControl key={field.name} field={field} state={state} />
      ))}
      <h2 className="mt-4 border-b border-line pb-3 text-xl">Who may join</h2>
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
      <h2 className="mt-4 border-b border-line pb-3 text-xl">Texts</h2>
      {TEXTS.map((field) => (
        <ItemFieldControl key={field.name} field={field} state={state} />
      ))}
    </FormFrame>
  )
}

function useSettingsForm(viewer: Viewer, settings: Settings, onClose: () => void) {
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
      toast({ kind: 'success', title: 'Site saved' })
      await show(saved)
      onClose()
    },
    onRefused: (error) => {
      if (errorCode(error) === 'FORBIDDEN') void refresh()
      toastFailure(
        'The site could not be saved',
        error,
        'Check your connection and try again. What you typed is kept.',
      )
    },
  })
}

/** The page has the new name at once, and old texts are refetched. */
function useShowSettings() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async (saved: Settings) => {
    queryClient.setQueryData(settingsQuery().queryKey, saved)
    queryClient.removeQueries({ queryKey: api.site.text.key() })
    for (const group of [api.changes, api.invites])
      void queryClient.invalidateQueries({ queryKey: group.key() })
    // The save succeeded even if this request fails.
    const site = await client.site.read().catch(() => undefined)
    if (!site) return
    router.update({ ...router.options, context: { ...router.options.context, site } })
    await router.invalidate()
  }
}

function valuesOf({ updated_at: _, ...settings }: Settings) {
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
    limit: NAME_MAX,
    hint: 'In titles, the header, mails and feeds. Empty: as the configuration has it.',
  },
  {
    type: 'text',
    name: 'description',
    label: 'Description',
    limit: DESCRIPTION_MAX,
    hint: 'What search engines and links elsewhere say of the forum.',
  },
  {
    type: 'line',
    name: 'contact',
    label: 'Contact',
    limit: CONTACT_MAX,
    hint: 'An e-mail address, or that of a page. Everybody can see it.',
  },
]

const TEXTS: readonly ItemField<Name>[] = [
  {
    type: 'text',
    name: 'about',
    label: 'About',
    limit: TEXT_MAX.about,
    hint: 'In place of mission and principles on the page About. Plain words: addresses become links, an empty line begins a paragraph.',
  },
  {
    type: 'text',
    name: 'guidelines',
    label: 'Guidelines',
    limit: TEXT_MAX.guidelines,
    hint: 'In place of the community guidelines on the page About.',
  },
  {
    type: 'text',
    name: 'terms',
    label: 'Terms',
    limit: TEXT_MAX.terms,
    hint: 'The page /terms. Empty: there is none.',
  },
  {
    type: 'text',
    name: 'privacy',
    label: 'Privacy',
    limit: TEXT_MAX.privacy,
    hint: 'The page /privacy. Empty: there is none.',
  },
]

const LABELS = {
  ...Object.fromEntries([...ABOUT_IT, ...TEXTS].map(({ name, label }) => [name, label])),
  registration: 'Registration',
  inviters: 'Who may invite',
  new_members: 'New members',
}
