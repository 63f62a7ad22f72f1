import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CachedFragment } from '../../platform/cache/cached-fragment.tsx'
import { postHref } from '../../shared/branding/item-address.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { machineTime } from '../../ui/format/relative-time.ts'
import { Columns } from '../../ui/list/columns.tsx'
import { ConceptList } from '../concepts/concept-list.tsx'
import { conceptLabelsQuery } from '../concepts/queries.ts'
import { sidebarQuery, trendingNotesQuery } from './queries.ts'

interface Props {
  /** The list beside which the sidebar is shown. */
  children: ReactNode
  withConcepts?: boolean
  withNotes?: boolean
}

/** Adds a sidebar with the forum's activity to a list. On narrow screens, it is below the list. */
export function WithSidebar({ children, withConcepts = false, withNotes = false }: Props) {
  return (
    <Columns
      asideLabel="Around the forum"
      aside={<Around withConcepts={withConcepts} withNotes={withNotes} />}
    >
      {children}
    </Columns>
  )
}

/** Content of the sidebar. Sections whose data failed to load are omitted. */
function Around({ withConcepts, withNotes }: { withConcepts: boolean; withNotes: boolean }) {
  const queryClient = useQueryClient()
  const queries = [sidebarQuery(), withConcepts && conceptLabelsQuery(), withNotes && trendingNotesQuery()]
  return (
    <CachedFragment
      name="around"
      shows={queries.map((query) => query && queryClient.getQueryData(query.queryKey))}
    >
      {withConcepts && <Concepts />}
      {withNotes && <TrendingNotes />}
      <ActiveDiscussions />
      <ActivePeople />
      <NextEvent />
    </CachedFragment>
  )
}

function Concepts() {
  const concepts = useQuery(conceptLabelsQuery()).data
  return concepts !== undefined && concepts.length > 0 && <ConceptList concepts={concepts} />
}

function TrendingNotes() {
  const notes = useQuery(trendingNotesQuery()).data
  const links = notes?.map(({ id, words, author, likes }) => ({
    id,
    href: `/notes/${id}`,
    text: words,
    facts: `${author} · ${likes}`,
  }))
  return <LinkSection id="trending-notes" title="Trending notes" links={links} />
}

function ActiveDiscussions() {
  const posts = useQuery(sidebarQuery()).data?.discussions
  const links = posts?.map(({ id, title, comments }) => ({
    id,
    href: postHref({ id, title }),
    text: title,
    facts: comments,
  }))
  return <LinkSection id="active-discussions" title="Active posts" links={links} />
}

interface LinkSectionProps {
  id: string
  title: string
  links: { id: string; href: string; text: string; facts: string }[] | undefined
}

function LinkSection({ id, title, links }: LinkSectionProps) {
  if (!links?.length) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="aside-title">
        {title}
      </h2>
      <ul className="grid gap-3">
        {links.map(({ id, href, text, facts }) => (
          <li key={id} className="min-w-0 leading-snug wrap-anywhere">
            <a dir="auto" href={href} className="line-clamp-2 font-medium text-pretty hover:text-act">
              {text}
            </a>
            <span className="text-sm text-faint">{facts}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ActivePeople() {
  const people = useQuery(sidebarQuery()).data?.people
  if (!people?.length) return null
  return (
    <section aria-labelledby="active-people">
      <h2 id="active-people" className="aside-title mb-1.5!">
        People
      </h2>
      <ul>
        {people.map(({ username, name, avatar_url }) => (
          <li key={username}>
            <a
              href={`/profile/${username}`}
              className="flex min-h-9 items-center gap-2.5 hover:text-act pointer-coarse:min-h-11"
            >
              <Avatar name={name} seed={username} src={avatar_url} />
              <span dir="auto" className="truncate font-medium">
                {name}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NextEvent() {
  const event = useQuery(sidebarQuery()).data?.event
  if (!event) return null
  return (
    <section aria-labelledby="next-event">
      <h2 id="next-event" className="aside-title">
        Next event
      </h2>
      <p className="leading-snug">
        <a dir="auto" href="/events" className="font-medium wrap-anywhere hover:text-act">
          {event.title}
        </a>
        <time dateTime={machineTime(event.starts_at)} className="mt-0.5 block text-sm text-faint">
          {event.when}
        </time>
      </p>
    </section>
  )
}
