import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { isolated } from '../../platform/isolated.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ShowMore } from '../../ui/list/show-more.tsx'
import { useSession } from '../accounts/session/session.tsx'
import { BookmarkButton } from '../bookmarks/bookmark-button.tsx'
import { CardLine } from '../posts/card/post-card.tsx'
import { Score } from '../posts/card/score.tsx'
import { VoteControl } from '../votes/vote-control.tsx'
import type { ProfilePost } from './contract.ts'
import type { PanelProps } from './panel-props.ts'
import { profileHref } from './profile-search.ts'
import { profilePostsQuery } from './queries.ts'

export function ProfilePosts({ username, name, cursor }: PanelProps) {
  const list = useSuspenseInfiniteQuery(profilePostsQuery(username, cursor))
  const { viewer } = useSession()
  const posts = list.data.pages.flatMap(({ items }) => items)
  if (posts.length === 0)
    return <EmptyState title="No posts yet">{`What ${isolated(name)} publishes appears here.`}</EmptyState>
  return (
    <>
      <ul>
        {posts.map((post) => (
          <PostItem key={post.id} post={post} isMember={viewer !== null} />
        ))}
      </ul>
      <ShowMore
        list={list}
        label="More posts"
        hrefOf={(next) => profileHref(username, 'posts', next)}
        failure="More posts could not be loaded"
      />
    </>
  )
}

function PostItem({ post, isMember }: { post: ProfilePost; isMember: boolean }) {
  const href = `/post/${post.id}`
  return (
    <li className="post-card" data-list-item>
      <div className="post-card-score">
        {isMember ? (
          <VoteControl target="post" id={post.id} score={post.votes_score} />
        ) : (
          <Score target="post" id={post.id} value={post.votes_score} />
        )}
      </div>
      <div className="post-card-body">
        <h2 dir="auto">
          <a href={href} className="card-title">
            {post.title}
          </a>
        </h2>
        <p dir="auto" className="preview">
          {post.excerpt}
        </p>
        <CardLine post={post} />
      </div>
      {isMember && <BookmarkButton postId={post.id} />}
    </li>
  )
}
