import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { isolated } from '../../platform/isolated.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ShortTime } from '../../ui/format/time.tsx'
import { ShowMore } from '../../ui/list/show-more.tsx'
import { Score } from '../posts/card/score.tsx'
import { commentHref } from '../site/item-address.ts'
import type { ProfileComment } from './contract.ts'
import type { PanelProps } from './panel-props.ts'
import { profileHref } from './profile-search.ts'
import { profileCommentsQuery } from './queries.ts'

export function ProfileComments({ username, name, cursor }: PanelProps) {
  const list = useSuspenseInfiniteQuery(profileCommentsQuery(username, cursor))
  const comments = list.data.pages.flatMap(({ items }) => items)
  if (comments.length === 0)
    return (
      <EmptyState title="No comments yet">{`What ${isolated(name)} says in discussions appears here.`}</EmptyState>
    )
  return (
    <>
      <ul>
        {comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} />
        ))}
      </ul>
      <ShowMore
        list={list}
        label="More comments"
        hrefOf={(next) => profileHref(username, 'comments', next)}
        failure="More comments could not be loaded"
      />
    </>
  )
}

/** The whole of it leads to where it was said. */
function CommentItem({ comment }: { comment: ProfileComment }) {
  const { id, post_id, post_title, parent_id, excerpt, votes_score, created_at, edited_at } = comment
  return (
    <li data-list-item className="border-b border-line">
      <a href={commentHref(post_id, id)} className="group block py-4.5">
        <span className="block text-sm text-muted">
          {parent_id ? 'Replied in ' : 'Commented on '}
          <b dir="auto" className="font-serif font-semibold text-text group-hover:text-act">
            {post_title}
          </b>
        </span>
        <span dir="auto" className="mt-1.5 block max-w-[38rem] wrap-anywhere">
          {excerpt}
        </span>
        <span className="mt-1.5 flex flex-wrap gap-x-4 text-sm text-faint">
          <Score target="comment" id={id} value={votes_score} />
          <ShortTime iso={created_at} />
          {edited_at && <span>edited</span>}
        </span>
      </a>
    </li>
  )
}
