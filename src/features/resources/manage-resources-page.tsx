import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/core/client.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { ManagePage } from '../manage/access.tsx'
import { ItemList } from '../manage/item-list.tsx'
import type { Resource } from './contract.ts'
import { resourcesQuery } from './queries.ts'
import { ResourceForm } from './resource-form.tsx'

export function ResourcesPage() {
  return (
    <ManagePage to="/manage/resources">
      {(viewer) => (
        <>
          <Resources viewer={viewer} kind="book" title="Books" none="There are no books yet." />
          <Resources viewer={viewer} kind="blog" title="Blogs" none="There are no blogs yet." />
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
      consequence={() => `The ${kind} goes from the page of resources.`}
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
