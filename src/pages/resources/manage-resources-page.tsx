import { useQuery } from '@tanstack/react-query'
import { ManagePage } from '../../accounts/manage-forms/access.tsx'
import { parseNumber } from '../../accounts/manage-forms/fields.ts'
import type { ItemField } from '../../accounts/manage-forms/item-field.tsx'
import { ItemForm } from '../../accounts/manage-forms/item-form.tsx'
import { ItemList } from '../../accounts/manage-forms/item-list.tsx'
import { client } from '../../core/client.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { Resource } from './contract.ts'
import {
  AUTHOR_MAX,
  BLOG_CATEGORY_MAX,
  blogFields,
  bookFields,
  RESOURCE_DESCRIPTION_MAX,
  RESOURCE_TITLE_MAX,
} from './inputs.ts'
import { resourcesQuery } from './queries.ts'

export function ManageResourcesPage() {
  return (
    <ManagePage to="/manage/resources">
      {(viewer) => (
        <>
          <Resources viewer={viewer} kind="book" title="Books" none="No books yet." />
          <Resources viewer={viewer} kind="blog" title="Blogs" none="No blogs yet." />
        </>
      )}
    </ManagePage>
  )
}

interface Props {
  viewer: Viewer
  kind: Resource['kind']
  title: string
  none: string
}

function Resources({ viewer, kind, title, none }: Props) {
  const { data, isPending, isError, refetch } = useQuery({ ...resourcesQuery(), staleTime: 0 })
  const items = data?.items.filter((item) => item.kind === kind)
  return (
    <ItemList<Resource>
      kind={kind}
      collection="resources"
      title={title}
      list={{ data: items, isPending, isError, retry: () => void refetch() }}
      none={none}
      nameOf={(item) => item.title}
      form={(item, close) => <ResourceForm viewer={viewer} kind={kind} item={item} onClose={close} />}
      remove={(id) => client.resources.remove({ id })}
      consequence={() => `The ${kind} will be removed from the Resources page.`}
    >
      {({ title, author, year, category }) => (
        <>
          <h3 className="text-lg leading-snug">{title}</h3>
          <p className="mt-0.5 text-sm text-muted">
            {author} · {year ?? category}
          </p>
        </>
      )}
    </ItemList>
  )
}

interface FormProps {
  viewer: Viewer
  kind: Resource['kind']
  item: Resource | undefined
  onClose: () => void
}

function ResourceForm({ kind, ...rest }: FormProps) {
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
        toInput={({ year, ...values }) => ({ ...values, kind, year: parseNumber(year) })}
        fields={[...HEADING, YEAR, ...CONTENT]}
      />
    )
  return (
    <ItemForm
      {...shared}
      kind={kind}
      valuesOf={(blog) => ({ ...valuesOf(blog), category: blog?.category ?? '' })}
      schema={blogFields}
      toInput={(values) => ({ ...values, kind })}
      fields={[...HEADING, CATEGORY, ...CONTENT]}
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

const HEADING: ItemField<'title' | 'author'>[] = [
  { type: 'line', name: 'title', label: 'Title', limit: RESOURCE_TITLE_MAX, required: true },
  { type: 'line', name: 'author', label: 'Author', limit: AUTHOR_MAX, required: true },
]

const YEAR: ItemField<'year'> = {
  type: 'year',
  name: 'year',
  label: 'Year',
  hint: 'Year of publication. Books are sorted by it.',
  required: true,
}

const CATEGORY: ItemField<'category'> = {
  type: 'line',
  name: 'category',
  label: 'Category',
  limit: BLOG_CATEGORY_MAX,
  hint: 'One or two words. Blogs are sorted by it.',
  required: true,
}

const CONTENT: ItemField<'link' | 'description'>[] = [
  { type: 'link', name: 'link', label: 'Link', required: true },
  {
    type: 'text',
    name: 'description',
    label: 'Description',
    limit: RESOURCE_DESCRIPTION_MAX,
    required: true,
  },
]
