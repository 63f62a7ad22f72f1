import { client } from '../../api/core/client.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { WEBSITE_MAX } from '../../platform/website.ts'
import { Field, TextareaField } from '../../ui/form/field.tsx'
import { absoluteTime } from '../../ui/format/relative-time.ts'
import { ItemForm } from '../manage/item-form.tsx'
import { useItemForm, type Values } from '../manage/use-item-form.ts'
import type { ForumEvent } from './contract.ts'
import { eventInput } from './inputs.ts'
import { EVENT_DESCRIPTION_MAX, EVENT_TITLE_MAX, PLACE_MAX } from './policy.ts'
import { inUtc, toLocalInput } from './times.ts'

interface Props {
  viewer: Viewer
  item: ForumEvent | undefined
  onClose: () => void
}

export default function EventForm({ viewer, item, onClose }: Props) {
  const state = useItemForm({
    viewer,
    kind: 'event',
    collection: 'events',
    item,
    initial: valuesOf(item),
    schema: eventInput,
    toInput,
    create: client.events.create,
    update: client.events.update,
    onSaved: onClose,
  })
  const { form, values } = state
  const { errors } = form.formState
  return (
    <ItemForm
      state={state}
      href="/events"
      submitLabel={item ? 'Save Changes' : 'Add event'}
      onCancel={onClose}
    >
      <Field
        label="Title"
        required
        maxLength={EVENT_TITLE_MAX}
        autoComplete="off"
        error={errors.title?.message}
        {...form.register('title')}
      />
      <Field
        label="Starts"
        required
        type="datetime-local"
        hint={clockHint(values.starts_at)}
        error={errors.starts_at?.message}
        {...form.register('starts_at')}
      />
      <Field
        label="Ends"
        type="datetime-local"
        hint={values.ends_at ? clockHint(values.ends_at) : 'Optional.'}
        error={errors.ends_at?.message}
        {...form.register('ends_at')}
      />
      <Field
        label="Place"
        maxLength={PLACE_MAX}
        autoComplete="off"
        hint="A place, a link, or both."
        error={errors.place?.message}
        {...form.register('place')}
      />
      <Field
        label="Link"
        type="url"
        inputMode="url"
        maxLength={WEBSITE_MAX}
        autoComplete="off"
        placeholder="https://"
        error={errors.link?.message}
        {...form.register('link')}
      />
      <TextareaField
        label="Description"
        count={(values.description ?? '').length}
        limit={EVENT_DESCRIPTION_MAX}
        unit="characters"
        error={errors.description?.message}
        {...form.register('description')}
      />
    </ItemForm>
  )
}

/** Whose clock it is, and what readers will see. */
function clockHint(typed = ''): string {
  const zone = `On your clock (${Intl.DateTimeFormat().resolvedOptions().timeZone}).`
  const iso = inUtc(typed)
  return iso === typed ? zone : `${zone} Readers see ${absoluteTime(iso)}.`
}

function valuesOf(event: ForumEvent | undefined): Values {
  return {
    title: event?.title ?? '',
    starts_at: toLocalInput(event?.starts_at ?? null),
    ends_at: toLocalInput(event?.ends_at ?? null),
    place: event?.place ?? '',
    link: event?.link ?? '',
    description: event?.description ?? '',
  }
}

function toInput({ starts_at = '', ends_at = '', ...values }: Values) {
  return {
    ...values,
    starts_at: inUtc(starts_at),
    ends_at: ends_at ? inUtc(ends_at) : null,
  }
}
