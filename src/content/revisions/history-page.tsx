import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useSession } from '../../accounts/session/session.tsx'
import { isStaff } from '../../core/viewer.ts'
import { commentHref, postHref } from '../../shared/branding/item-address.ts'
import { ListBoundary } from '../../shared/branding/list-boundary.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ShowMore } from '../../ui/list/show-more.tsx'
import { isRemoved, postQuery } from '../posts/queries.ts'
import { CHANGE_CLASSES, EditItem } from './edit-item.tsx'
import { type HistorySearch, historyHref } from './history-search.ts'
import { revisionsQuery } from './load-history.ts'

interface Props {
  postId: string
  search: HistorySearch
}

export function HistoryPage({ postId, search }: Props) {
  const { data: post } = useSuspenseQuery(postQuery(postId))
  // Never happens, because the loader throws notFound() for removed posts.
  if (isRemoved(post)) return null
  const { comment } = search
  const shown = { id: postId, title: post.is_deleted ? null : post.title }
  const href = comment === undefined ? postHref(shown) : commentHref(shown, comment)
  return (
    <div className="max-w-180">
      <a href={href} className="back-link">
        <Icon icon="icon-arrow-left" />
        {comment === undefined ? 'Back to the post' : 'Back to the comment'}
      </a>
      <h1 className="text-2xl leading-tight">History of edits</h1>
      <p className="mt-1 text-muted wrap-anywhere">
        {comment === undefined ? 'Of the post ' : 'Of a comment on '}
        <a href={postHref(shown)} className="font-serif font-semibold text-text hover:text-act">
          {post.title}
        </a>
      </p>
      <ListBoundary query={revisionsQuery(postId, search)} failure="The edits could not be loaded">
        <Edits postId={postId} search={search} />
      </ListBoundary>
    </div>
  )
}

function Edits({ postId, search }: Props) {
  const list = useSuspenseInfiniteQuery(revisionsQuery(postId, search))
  const { viewer } = useSession()
  const edits = list.data.pages.flatMap(({ items }) => items)
  const { versions = 1, edited_at = null } = list.data.pages[0] ?? {}
  if (edits.length === 0) return <NothingKept isEdited={edited_at !== null} />
  const { cursor, ...whole } = search
  return (
    <>
      <p className="mt-4 text-sm text-muted">
        The latest edit comes first. <ins className={CHANGE_CLASSES.added}>Underlined</ins> text was added,{' '}
        <del className={CHANGE_CLASSES.removed}>struck out</del> text was removed.
      </p>
      {cursor && (
        <a href={historyHref(postId, whole)} className="page-link">
          Back to the latest edit
        </a>
      )}
      <ol className="mt-2">
        {edits.map((edit) => (
          <EditItem
            key={edit.id}
            edit={edit}
            isLatest={edit.number + 1 === versions}
            mayRedact={isStaff(viewer)}
          />
        ))}
      </ol>
      <ShowMore
        list={list}
        label="Show more"
        hrefOf={(next) => historyHref(postId, { ...whole, cursor: next })}
        failure="More edits could not be loaded"
      />
    </>
  )
}

function NothingKept({ isEdited }: { isEdited: boolean }) {
  if (!isEdited) return <EmptyState title="Never edited">This is the original text.</EmptyState>
  return (
    <EmptyState title="No earlier versions">
      It was edited within five minutes of posting, before anyone replied or voted, or before this forum
      recorded edits.
    </EmptyState>
  )
}

export function CommentNotFound({ postId }: { postId: string }) {
  return (
    <EmptyState
      as="h1"
      title="Comment not found"
      action={
        <ButtonLink to="/post/$id/{-$slug}" params={{ id: postId }} icon="icon-arrow-left">
          Go to the discussion
        </ButtonLink>
      }
    >
      The comment you're looking for doesn't exist.
    </EmptyState>
  )
}
