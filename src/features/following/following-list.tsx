import { writeQuery } from '../../platform/query-string.ts'
import { ButtonAnchor } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { CardListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { useSession } from '../accounts/session/session.tsx'
import { type ListSearch, listHref } from '../posts/list/search-params.ts'
import { FollowedPosts } from './followed-posts.tsx'

/** What a member follows, in the place of all posts. A guest is told whose it is, and comes back here signed in. */
export function FollowingList({ search }: { search: ListSearch }) {
  const { viewer } = useSession()
  if (!viewer)
    return (
      <>
        <div className="maybe-member:hidden">
          <SignInForIt search={search} />
        </div>
        <div className="hidden maybe-member:block">{SKELETON}</div>
      </>
    )
  return <FollowedPosts search={search} />
}

function SignInForIt({ search }: { search: ListSearch }) {
  const redirect = listHref('/forum', search)
  return (
    <EmptyState
      icon="icon-bell"
      title="Sign in to see what you follow"
      action={<ButtonAnchor href={`/auth${writeQuery({ redirect })}`}>Sign In</ButtonAnchor>}
    >
      Posts of people and concepts that you follow appear here, and discussions that you follow.
    </EmptyState>
  )
}

const SKELETON = <CardListSkeleton count={4} label="Loading what you follow" />
