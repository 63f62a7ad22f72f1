import { client } from '../../api/core/client.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { WEBSITE_MAX } from '../../platform/website.ts'
import { Field, TextareaField } from '../../ui/form/field.tsx'
import { errorText, ItemForm } from '../manage/item-form.tsx'
import { useItemForm, type Values } from '../manage/use-item-form.ts'
import { typedYear } from '../manage/words.ts'
import type { Thinker } from './contract.ts'
import { thinkerInput } from './inputs.ts'
import { BIOGRAPHY_MAX, FIELD_MAX, THINKER_NAME_MAX, WORKS_MAX, WORKS_SHOWN } from './policy.ts'

interface Props {
  viewer: Viewer
  item: Thinker | undefined
  onClose: () => void
}

export default function ThinkerForm({ viewer, item, onClose }: Props) {
  const state = useItemForm({
    viewer,
    kind: 'thinker',
    collection: 'thinkers',
    item,
    initial: valuesOf(item),
    schema: thinkerInput,
    toInput,
    create: client.thinkers.create,
    update: client.thinkers.update,
    onSaved: onClose,
  })
  const { form, values } = state
  const { errors } = form.formState
  return (
    <ItemForm
      state={state}
      href={item ? `/thinkers#${item.id}` : '/thinkers'}
      submitLabel={item ? 'Save Changes' : 'Add thinker'}
      onCancel={onClose}
    >
      <Field
        label="Name"
        required
        maxLength={THINKER_NAME_MAX}
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <Field
        label="Field of expertise"
        required
        maxLength={FIELD_MAX}
        autoComplete="off"
        error={errors.field_of_expertise?.message}
        {...form.register('field_of_expertise')}
      />
      <TextareaField
        label="Biography"
        required
        count={(values.bio ?? '').length}
        limit={BIOGRAPHY_MAX}
        unit="characters"
        error={errors.bio?.message}
        {...form.register('bio')}
      />
      <div className="grid grid-cols-2 gap-4">
        <Field
          label="Born"
          inputMode="numeric"
          maxLength={4}
          placeholder="Year"
          autoComplete="off"
          error={errors.born?.message}
          {...form.register('born')}
        />
        <Field
          label="Died"
          inputMode="numeric"
          maxLength={4}
          placeholder="Year"
          autoComplete="off"
          error={errors.died?.message}
          {...form.register('died')}
        />
      </div>
      <Field
        label="Website"
        type="url"
        inputMode="url"
        maxLength={WEBSITE_MAX}
        autoComplete="off"
        placeholder="https://"
        error={errors.website_url?.message}
        {...form.register('website_url')}
      />
      <TextareaField
        label="Notable works"
        hint={`One on each line, ${WORKS_MAX} at most. The page shows the first ${WORKS_SHOWN}.`}
        error={errorText(errors.key_works)}
        {...form.register('key_works')}
      />
    </ItemForm>
  )
}

function valuesOf(thinker: Thinker | undefined): Values {
  return {
    name: thinker?.name ?? '',
    field_of_expertise: thinker?.field_of_expertise ?? '',
    bio: thinker?.bio ?? '',
    born: String(thinker?.born ?? ''),
    died: String(thinker?.died ?? ''),
    website_url: thinker?.website_url ?? '',
    key_works: thinker?.key_works.join('\n') ?? '',
  }
}

function toInput({ born = '', died = '', key_works = '', ...values }: Values) {
  const works = key_works.split('\n').filter((work) => work.trim() !== '')
  return { ...values, born: typedYear(born), died: typedYear(died), key_works: works }
}
