import { memo, useState } from 'react'
import { cachedFragments } from '../../../platform/cached-fragment.tsx'
import { useSession } from '../../accounts/session/session.tsx'
import { HideMuted } from '../../mutes/hide-muted.tsx'
import type { CardPost } from './card.ts'
import { PostCard } from './post-card.tsx'

interface Props {
  posts: CardPost[]
  /** They came later than the list: a page of it, which the browser lays out and looks through as one. */
  isAppended?: boolean
}

/** On the server from their finished HTML: fifty cards are most of the work of a list, and a vote changes one of them. */
export function PostCards({ posts, isAppended }: Props) {
  const { viewer } = useSession()
  const [first] = useState(isAppended ? 0 : posts.length)
  const html =
    import.meta.env.SSR &&
    cachedFragments(
      posts.map((post) => ({
        name: 'card',
        shows: post,
        element: () => <PostCard post={post} isMember={false} />,
      })),
    )
  if (html)
    // biome-ignore lint/security/noDangerouslySetInnerHtml: what the same components made
    return <ul dangerouslySetInnerHTML={{ __html: html }} />
  return (
    <ul data-appended={isAppended || undefined}>
      {posts.map((post, index) => (
        <Item key={post.id} post={post} isMember={viewer !== null} isAppended={index >= first} />
      ))}
    </ul>
  )
}

/** A list grows: those that stand there already are not made again with each page. */
const Item = memo((card: Parameters<typeof PostCard>[0]) => (
  <HideMuted author={card.post.author} what="post" as="li">
    <PostCard {...card} />
  </HideMuted>
))
