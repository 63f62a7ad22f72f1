import { client } from '../../api/core/client.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import type { ItemField } from '../manage/item-field.tsx'
import { ItemForm } from '../manage/item-form.tsx'
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

export function ResourceForm({ kind, ...rest }: Props) {
  const shared = {
    ...rest,
    collection: 'resources',
    readLatest,
    create: client.resources.create,
    update: client.resources.update,
    href: '/resources',
  } as const
  if (kind === 'book')
    return (
      <ItemForm
        {...shared}
        kind={kind}
        valuesOf={(book) => ({ ...valuesOf(book), year: String(book?.year ?? '') })}
        schema={bookFields}
        toInput={({ year, ...values }) => ({ ...values, kind, year: typedYear(year) })}
        fields={[TITLE, AUTHOR, YEAR, LINK, DESCRIPTION]}
      />
    )
  return (
    <ItemForm
      {...shared}
      kind={kind}
      valuesOf={(blog) => ({ ...valuesOf(blog), category: blog?.category ?? '' })}
      schema={blogFields}
      toInput={(values) => ({ ...values, kind })}
      fields={[TITLE, AUTHOR, CATEGORY, LINK, DESCRIPTION]}
    />
  )
}

async function readLatest(id: string): Promise<Resource | undefined> {
  const { items } = await client.resources.list()
  return items.find((resource) => resource.id === id)
}

function valuesOf(resource: Resource | undefined) {
  return {
    title: resource?.title ?? '',
    author: resource?.author ?? '',
    link: resource?.link ?? '',
    description: resource?.description ?? '',
  }
}

const TITLE = {
  type: 'line',
  name: 'title',
  label: 'Title',
  limit: RESOURCE_TITLE_MAX,
  required: true,
} satisfies ItemField<'title'>

const AUTHOR = {
  type: 'line',
  name: 'author',
  label: 'Author',
  limit: AUTHOR_MAX,
  required: true,
} satisfies ItemField<'author'>

const YEAR = {
  type: 'year',
  name: 'year',
  label: 'Year',
  hint: 'When it was published. Books stand in this order.',
  required: true,
} satisfies ItemField<'year'>

const CATEGORY = {
  type: 'line',
  name: 'category',
  label: 'Category',
  limit: BLOG_CATEGORY_MAX,
  hint: 'One or two words. Blogs stand in this order.',
  required: true,
} satisfies ItemField<'category'>

const LINK = { type: 'link', name: 'link', label: 'Link', required: true } satisfies ItemField<'link'>

const DESCRIPTION = {
  type: 'text',
  name: 'description',
  label: 'Description',
  limit: RESOURCE_DESCRIPTION_MAX,
  required: true,
} satisfies ItemField<'description'>
