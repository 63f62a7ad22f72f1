import { Fragment } from 'react'
import { ColourField } from '../../accounts/manage-forms/colour-field.tsx'
import { ItemFieldControl } from '../../accounts/manage-forms/item-field.tsx'
import { useSession } from '../../accounts/session/session.tsx'
import { errorCode } from '../../core/api-error.ts'
import { client } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import type { Viewer } from '../../core/viewer.ts'
import { FormFrame } from '../../shared/drafts/form-frame.tsx'
import { useDraftedForm } from '../../shared/drafts/use-drafted-form.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import {
  AI_TRAINING_CHOICES,
  GUEST_CHECK_CHOICES,
  INVITER_CHOICES,
  NEW_MEMBER_CHOICES,
  PICTURE_CHOICES,
  REGISTRATION_CHOICES,
} from './choices.ts'
import type { StoredSiteSettings } from './contract.ts'
import { settingsInput } from './inputs.ts'
import { ABOUT_IT, ACCENTS, LABELS, LOOK, TEXTS, valuesOf } from './settings-fields.ts'
import { TemplateButton } from './template-button.tsx'
import { useShowSettings } from './use-show-settings.ts'

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
      <h2 id="look" className="mt-4 border-b border-line pb-3 text-xl">
        Look
      </h2>
      {LOOK.map((field) => (
        <ItemFieldControl key={field.name} field={field} state={state} />
      ))}
      {ACCENTS.map((name) => (
        <ColourField
          key={name}
          label={LABELS[name]}
          hint="Colour of links and buttons. Leave empty for the default."
          state={state}
          name={name}
        />
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
      <h2 id="crawlers" className="mt-4 border-b border-line pb-3 text-xl">
        Crawlers
      </h2>
      <ChoiceField
        label={LABELS.guest_check}
        choices={GUEST_CHECK_CHOICES}
        {...state.form.register('guest_check')}
      />
      <ChoiceField
        label={LABELS.ai_training}
        choices={AI_TRAINING_CHOICES}
        {...state.form.register('ai_training')}
      />
      <h2 id="texts" className="mt-4 border-b border-line pb-3 text-xl">
        Texts
      </h2>
      {TEXTS.map((field) => (
        <Fragment key={field.name}>
          <ItemFieldControl field={field} state={state} />
          <TemplateButton name={field.name} state={state} />
        </Fragment>
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
