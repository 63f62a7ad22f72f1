import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Author } from '../../shared/authors/contract.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { commentHref, noteHref } from '../../shared/branding/item-address.ts'
import { ListBoundary } from '../../shared/branding/list-boundary.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Time } from '../../ui/format/time.tsx'
import { ShowMore } from '../../ui/list/show-more.tsx'
import { HighlightedText } from '../posts/card/highlighted.tsx'
import { Score } from '../posts/card/score.tsx'
import type { FoundComment, FoundNote, FoundPerson } from './contract.ts'
import { foundCommentsQuery, foundNotesQuery, foundPeopleQuery } from './queries.ts'
import { type Search, searchHref } from './search-params.ts'

interface Props {
  search: Search
}

export function SearchResults({ search }: Props) {
  if (search.in === 'comments')
    return (
      <ListBoundary query={foundCommentsQuery(search)} failure="The comments could not be loaded">
        <Comments search={search} />
      </ListBoundary>
    )
  if (search.in === 'notes')
    return (
      <ListBoundary query={foundNotesQuery(search)} failure="The notes could not be loaded">
        <Notes search={search} />
      </ListBoundary>
    )
  return (
    <ListBoundary query={foundPeopleQuery(search)} failure="The members could not be loaded">
      <People search={search} />
    </ListBoundary>
  )
}

function Comments({ search }: Props) {
  const list = useSuspenseInfiniteQuery(foundCommentsQuery(search))
  const comments = list.data.pages.flatMap(({ items }) => items)
  return (
    <Found search={search} list={list} noun="comments" empty={<Nothing title="No comments found" />}>
      {comments.map((each) => (
        <CommentItem key={each.id} comment={each} />
      ))}
    </Found>
  )
}

function Notes({ search }: Props) {
  const list = useSuspenseInfiniteQuery(foundNotesQuery(search))
  const notes = list.data.pages.flatMap(({ items }) => items)
  return (
    <Found search={search} list={list} noun="notes" empty={<Nothing title="No notes found" />}>
      {notes.map((each) => (
        <NoteItem key={each.id} note={each} />
      ))}
    </Found>
  )
}

function People({ search }: Props) {
  const list = useSuspenseInfiniteQuery(foundPeopleQuery(search))
  const people = list.data.pages.flatMap(({ items }) => items)
  const empty = (
    <EmptyState icon="icon-users" title="No people found">
      Enter at least three letters of a name.
    </EmptyState>
  )
  return (
    <Found search={search} list={list} noun="people" empty={empty}>
      {people.map((each) => (
        <PersonItem key={each.id} person={each} />
      ))}
    </Found>
  )
}

interface FoundProps extends Props {
  list: Parameters<typeof ShowMore>[0]['list']
  noun: string
  empty: ReactNode
  children: ReactNode[]
}

function Found({ search, list, noun, empty, children }: FoundProps) {
  return (
    <>
      {search.cursor && (
        <a href={searchHref(search)} className="page-link">
          Back to the beginning
        </a>
      )}
      {children.length === 0 ? empty : <ul>{children}</ul>}
      <ShowMore
        list={list}
        label={`More ${noun}`}
        hrefOf={(next) => searchHref(search, { cursor: next })}
        failure={`More ${noun} could not be loaded`}
      />
    </>
  )
}

function Nothing({ title }: { title: string }) {
  return <EmptyState title={title}>Try fewer or different words.</EmptyState>
}

function CommentItem({ comment }: { comment: FoundComment }) {
  const { id, post_id, post_title, parent_id, author, excerpt, votes_score, created_at, edited_at } = comment
  const head = (
    <>
      In a {parent_id ? 'reply' : 'comment'} by <bdi>{nameOf(author)}</bdi> on{' '}
      <b dir="auto" className="font-serif font-semibold text-text group-hover:text-act">
        {post_title}
      </b>
    </>
  )
  const facts = (
    <>
      <Score target="comment" id={id} value={votes_score} />
      <Time iso={created_at} />
      {edited_at && <span>edited</span>}
    </>
  )
  return (
    <Item
      href={commentHref({ id: post_id, title: post_title }, id)}
      head={head}
      excerpt={excerpt}
      facts={facts}
    />
  )
}

function NoteItem({ note }: { note: FoundNote }) {
  const { id, parent_id, author, excerpt, created_at } = note
  const head = (
    <>
      In a {parent_id ? 'reply' : 'note'} by{' '}
      <b dir="auto" className="text-text group-hover:text-act">
        {nameOf(author)}
      </b>
    </>
  )
  return (
    <Item href={noteHref(id, parent_id)} head={head} excerpt={excerpt} facts={<Time iso={created_at} />} />
  )
}

type ItemProps = { href: string; head: ReactNode; excerpt: string; facts: ReactNode }

function Item({ href, head, excerpt, facts }: ItemProps) {
  return (
    <li data-list-item className="border-b border-line">
      <a href={href} className="group block py-4.5">
        <span className="block text-sm text-muted">{head}</span>
        <span dir="auto" className="mt-1.5 block max-w-[38rem] wrap-anywhere">
          <HighlightedText text={excerpt} />
        </span>
        <span className="mt-1.5 flex flex-wrap gap-x-4 text-sm text-faint">{facts}</span>
      </a>
    </li>
  )
}

function PersonItem({ person }: { person: FoundPerson }) {
  const { username, avatar_url, bio } = person
  const name = displayName(person)
  return (
    <li data-list-item className="border-b border-line">
      <a href={`/profile/${username}`} className="group flex items-start gap-3 py-4">
        <Avatar name={name} seed={username} src={avatar_url} />
        <span className="min-w-0">
          <b dir="auto" className="wrap-anywhere group-hover:text-act">
            {name}
          </b>{' '}
          <span className="text-muted">@{username}</span>
          {bio && (
            <span dir="auto" className="mt-0.5 line-clamp-2 text-sm text-muted wrap-anywhere">
              {bio}
            </span>
          )}
        </span>
      </a>
    </li>
  )
}

function nameOf(author: Author | null): string {
  return author ? displayName(author) : 'Former member'
}
