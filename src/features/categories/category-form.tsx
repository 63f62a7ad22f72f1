import { client } from '../../api/core/client.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { Badge } from '../../ui/badge.tsx'
import { CONTROL } from '../../ui/form/control-look.ts'
import { Field, Labelled, TextareaField } from '../../ui/form/field.tsx'
import { ItemForm } from '../manage/item-form.tsx'
import { useItemForm } from '../manage/use-item-form.ts'
import type { Category } from './contract.ts'
import { categoryFields } from './inputs.ts'
import { CATEGORY_DESCRIPTION_MAX, CATEGORY_NAME_MAX } from './policy.ts'

interface Props {
  viewer: Viewer
  item: Category | undefined
  onClose: () => void
}

export default function CategoryForm({ viewer, item, onClose }: Props) {
  const state = useItemForm({
    viewer,
    kind: 'category',
    collection: 'categories',
    item,
    initial: {
      name: item?.name ?? '',
      color: item?.color ?? '#4f7df3',
      description: item?.description ?? '',
    },
    schema: categoryFields,
    toInput: (values) => values,
    create: client.categories.create,
    update: client.categories.update,
    onSaved: onClose,
  })
  const { form, values } = state
  const { errors } = form.formState
  const { name = '', color = '', description = '' } = values
  return (
    <ItemForm
      state={state}
      href={item ? `/concepts/${item.id}` : '/concepts'}
      submitLabel={item ? 'Save Changes' : 'Add category'}
      onCancel={onClose}
    >
      <Field
        label="Name"
        required
        maxLength={CATEGORY_NAME_MAX}
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <Labelled
        label="Colour"
        required
        hint="Of the badge. Each theme takes the hue and makes it readable."
        error={errors.color?.message}
      >
        {(control) => (
          <div className="flex gap-2">
            <input
              type="color"
              aria-label="Pick a colour"
              value={HEX.test(color) ? color.toLowerCase() : '#888888'}
              onChange={(event) =>
                form.setValue('color', event.target.value, { shouldDirty: true, shouldValidate: true })
              }
              className="size-11 flex-none cursor-pointer rounded-lg border border-line bg-sunken p-1.5"
            />
            <input
              {...control}
              {...form.register('color')}
              maxLength={20}
              autoComplete="off"
              spellCheck={false}
              className={`${CONTROL} min-h-11`}
            />
          </div>
        )}
      </Labelled>
      <Preview name={name.trim() || 'Name'} color={color} />
      <TextareaField
        label="Description"
        count={description.length}
        limit={CATEGORY_DESCRIPTION_MAX}
        unit="characters"
        error={errors.description?.message}
        {...form.register('description')}
      />
    </ItemForm>
  )
}

/** The badge as readers of either theme see it. */
function Preview({ name, color }: { name: string; color: string }) {
  return (
    <div className="grid grid-cols-2 gap-2">
      {(['dark', 'light'] as const).map((theme) => (
        <div
          key={theme}
          data-theme={theme}
          className="grid min-w-0 justify-items-start gap-2 rounded-lg border border-line bg-ground p-3.5 text-text"
        >
          <span className="text-xs text-muted">
            {theme === 'dark' ? 'In the dark theme' : 'In the light theme'}
          </span>
          <span className="max-w-full wrap-anywhere">
            <Badge color={color}>{name}</Badge>
          </span>
        </div>
      ))}
    </div>
  )
}

const HEX = /^#[0-9a-f]{6}$/i
