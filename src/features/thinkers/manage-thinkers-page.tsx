import { useQuery } from '@tanstack/react-query'
import { api, client } from '../../api/core/client.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { ManagePage } from '../manage/access.tsx'
import { ItemList } from '../manage/item-list.tsx'
import type { Thinker } from './contract.ts'
import { ThinkerForm } from './thinker-form.tsx'

export function ThinkersPage() {
  return <ManagePage to="/manage/thinkers">{(viewer) => <Thinkers viewer={viewer} />}</ManagePage>
}

function Thinkers({ viewer }: { viewer: Viewer }) {
  const { data, isPending, isError, refetch } = useQuery(api.thinkers.list.queryOptions({ staleTime: 0 }))
  return (
    <ItemList<Thinker>
      kind="thinker"
      collection="thinkers"
      title="Thinkers"
      list={{ data: data?.items, isPending, isError, retry: () => void refetch() }}
      none="Nobody is featured yet."
      nameOf={({ name }) => name}
      form={(item, close) => <ThinkerForm viewer={viewer} item={item} onClose={close} />}
      remove={(id) => client.thinkers.remove({ id })}
      consequence={({ name }) =>
        `${name} is no longer featured, on the page of thinkers and among the resources.`
      }
    >
      {({ name, field_of_expertise }) => (
        <>
          <h3 className="text-lg leading-snug">{name}</h3>
          <p className="mt-0.5 text-sm text-muted">{field_of_expertise}</p>
        </>
      )}
    </ItemList>
  )
}
