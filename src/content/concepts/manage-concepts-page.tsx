import { useQuery } from '@tanstack/react-query'
import { ManagePage } from '../../accounts/manage-forms/access.tsx'
import { ItemList } from '../../accounts/manage-forms/item-list.tsx'
import { client } from '../../core/client.ts'
import type { Viewer } from '../../core/viewer.ts'
import { Badge } from '../../ui/badge.tsx'
import { ConceptForm } from './concept-form.tsx'
import { PostCount } from './concept-list.tsx'
import type { ConceptDetails } from './contract.ts'
import { conceptsQuery } from './queries.ts'

export function ManageConceptsPage() {
  return <ManagePage to="/manage/concepts">{(viewer) => <Concepts viewer={viewer} />}</ManagePage>
}

function Concepts({ viewer }: { viewer: Viewer }) {
  const { data, isPending, isError, refetch } = useQuery({ ...conceptsQuery(), staleTime: 0 })
  return (
    <ItemList<ConceptDetails>
      kind="concept"
      collection="concepts"
      title="Concepts"
      list={{ data: data?.items, isPending, isError, retry: () => void refetch() }}
      none="No concepts yet. Posts don’t need one."
      nameOf={({ name }) => name}
      form={(item, close) => <ConceptForm viewer={viewer} item={item} onClose={close} />}
      remove={(id) => client.concepts.remove({ id })}
      consequence={consequenceOf}
    >
      {({ name, color, description, post_count }) => (
        <>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge color={color}>{name}</Badge>
            <PostCount value={post_count} />
          </p>
          {description && <p className="mt-1.5 text-sm text-muted">{description}</p>}
        </>
      )}
    </ItemList>
  )
}

function consequenceOf({ post_count }: ConceptDetails): string {
  if (post_count === 0) return 'No posts use it. Its page will be permanently deleted.'
  const posts = post_count === 1 ? '1 post is kept but loses' : `${post_count} posts are kept but lose`
  return `${posts} this concept. Its page will be permanently deleted.`
}
