import type * as z from 'zod'
import { client } from '../../api/core/client.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { WEBSITE_MAX } from '../../platform/website.ts'
import { Field, TextareaField } from '../../ui/form/field.tsx'
import { ItemForm } from '../manage/item-form.tsx'
import { type ItemFormOptions, useItemForm, type Values } from '../manage/use-item-form.ts'
import { typedYear } from '../manage/words.ts'
import type { Resource } from './contract.ts'
import { blogFields, bookFields } from './inputs.ts'
import { AUTHOR_MAX, BLOG_CATEGORY_MAX, RESOURCE_DESCRIPTION_MAX, RESOURCE_TITLE_MAX } from './policy.ts'

interface Props {
  viewer: Viewer
  kind: Resource['kind']
  item: Resource | undefined
  onClose: () => void
}

export default function ResourceForm({ viewer, kind, item, onClose }: Props) {
  const state = useItemForm({
    viewer,
    kind,
    collection: 'resources',
    item,
    initial: valuesOf(kind, item),
    ...FORMS[kind],
    create: client.resources.create,
    update: client.resources.update,
    onSaved: onClose,
  })
  const { form, values } = state
  const { errors } = form.formState
  return (
    <ItemForm
      state={state}
      href="/resources"
      submitLabel={item ? 'Save Changes' : `Add ${kind}`}
      onCancel={onClose}
    >
      <Field
        label="Title"
        required
        maxLength={RESOURCE_TITLE_MAX}
        autoComplete="off"
        error={errors.title?.message}
        {...form.register('title')}
      />
      <Field
        label="Author"
        required
        maxLength={AUTHOR_MAX}
        autoComplete="off"
        error={errors.author?.message}
        {...form.register('author')}
      />
      {kind === 'book' ? (
        <Field
          label="Year"
          required
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          hint="When it was published. Books stand in this order."
          error={errors.year?.message}
          {...form.register('year')}
        />
      ) : (
        <Field
          label="Category"
          required
          maxLength={BLOG_CATEGORY_MAX}
          autoComplete="off"
          hint="One or two words. Blogs stand in this order."
          error={errors.category?.message}
          {...form.register('category')}
        />
      )}
      <Field
        label="Link"
        required
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
        required
        count={(values.description ?? '').length}
        limit={RESOURCE_DESCRIPTION_MAX}
        unit="characters"
        error={errors.description?.message}
        {...form.register('description')}
      />
    </ItemForm>
  )
}

type Checked = z.output<typeof bookFields> | z.output<typeof blogFields>
type Rules = Pick<ItemFormOptions<Checked>, 'schema' | 'toInput'>

const FORMS: Record<Resource['kind'], Rules> = {
  book: {
    schema: bookFields,
    toInput: ({ year = '', ...values }) => ({ ...values, kind: 'book', year: typedYear(year) }),
  },
  blog: { schema: blogFields, toInput: (values) => ({ ...values, kind: 'blog' }) },
}

function valuesOf(kind: Resource['kind'], resource: Resource | undefined): Values {
  return {
    title: resource?.title ?? '',
    author: resource?.author ?? '',
    ...(kind === 'book' ? { year: String(resource?.year ?? '') } : { category: resource?.category ?? '' }),
    link: resource?.link ?? '',
    description: resource?.description ?? '',
  }
}
