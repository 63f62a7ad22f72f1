import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import { BookmarkButton } from '../../content/bookmarks/bookmark-button.tsx'
import { uniqueNotes } from '../../content/notes/note-cache.ts'
import { NoteCard } from '../../content/notes/note-card.tsx'
import { profileNotesQuery } from '../../content/notes/queries.ts'
import { useLiveNotes } from '../../content/notes/use-live-notes.ts'
import { CardLine } from '../../content/posts/card/post-card.tsx'
import { Score } from '../../content/posts/card/score.tsx'
import { VoteControl } from '../../content/votes/vote-control.tsx'
import { isolateText } from '../../platform/bidi-isolation.ts'
import { commentHref, postHref } from '../../shared/branding/item-address.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ShortTime } from '../../ui/format/time.tsx'
import { ShowMore } from '../../ui/list/show-more.tsx'
import type { ProfileComment, ProfilePost } from './contract.ts'
import { type ProfileTab, profileHref } from './profile-search.ts'
import { profileCommentsQuery, profilePostsQuery } from './queries.ts'

/** Props of a tab's panel. The first page of its list is already loaded (LOAD_TAB). */
interface PanelProps {
  username: string
  /** The member's display name. */
  name: string
  cursor: string | undefined
}

export const PROFILE_TABS = {
  posts: { label: 'Posts', Panel: Posts, query: profilePostsQuery },
  comments: { label: 'Comments', Panel: Comments, query: profileCommentsQuery },
  notes: { label: 'Notes', Panel: Notes, query: profileNotesQuery },
} satisfies Record<ProfileTab, unknown>

function Posts({ username, name, cursor }: PanelProps) {
  const list = useSuspenseInfiniteQuery(profilePostsQuery(username, cursor))
  const { viewer } = useSession()
  return (
    <ItemList
      tab="posts"
      username={username}
      list={list}
      about={`Posts by ${isolateText(name)} will appear here.`}
    >
      {list.data.pages
        .flatMap(({ items }) => items)
        .map((post) => (
          <PostItem key={post.id} post={post} isMember={viewer !== null} />
        ))}
    </ItemList>
  )
}

function Comments({ username, name, cursor }: PanelProps) {
  const list = useSuspenseInfiniteQuery(profileCommentsQuery(username, cursor))
  return (
    <ItemList
      tab="comments"
      username={username}
      list={list}
      about={`Comments by ${isolateText(name)} will appear here.`}
    >
      {list.data.pages
        .flatMap(({ items }) => items)
        .map((comment) => (
          <CommentItem key={comment.id} comment={comment} />
        ))}
    </ItemList>
  )
}

function Notes({ username, name, cursor }: PanelProps) {
  const list = useSuspenseInfiniteQuery(profileNotesQuery(username, cursor))
  useLiveNotes()
  return (
    <ItemList
      tab="notes"
      username={username}
      list={list}
      about={`Notes by ${isolateText(name)} will appear here.`}
    >
      {uniqueNotes(list.data).map((note) => (
        <NoteCard key={note.id} note={note} />
      ))}
    </ItemList>
  )
}

interface ListProps {
  tab: ProfileTab
  username: string
  list: ComponentProps<typeof ShowMore>['list']
  about: string
  children: ReactNode[]
}

function ItemList({ tab, username, list, about, children }: ListProps) {
  if (children.length === 0) return <EmptyState title={`No ${tab} yet`}>{about}</EmptyState>
  return (
    <>
      <ul>{children}</ul>
      <ShowMore
        list={list}
        label={`More ${tab}`}
        hrefOf={(next) => profileHref(username, tab, next)}
        failure={`More ${tab} could not be loaded`}
      />
    </>
  )
}

function PostItem({ post, isMember }: { post: ProfilePost; isMember: boolean }) {
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
          <a href={postHref(post)} className="card-title">
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

function CommentItem({ comment }: { comment: ProfileComment }) {
  const { id, post_id, post_title, parent_id, excerpt, votes_score, created_at, edited_at } = comment
  return (
    <li data-list-item className="border-b border-line">
      <a href={commentHref({ id: post_id, title: post_title }, id)} className="group block py-4.5">
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
