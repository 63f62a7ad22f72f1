import { memo, useState } from 'react'
import { useSession } from '../../../accounts/session/session.tsx'
import { HideMuted } from '../../../people/mutes/hide-muted.tsx'
import { cachedFragments } from '../../../platform/cache/cached-fragment.tsx'
import { type CardPost, PostCard } from './post-card.tsx'

interface Props {
  posts: CardPost[]
  /** True for cards that were loaded after the first page. */
  isAppended?: boolean
}

/** On the server, uses HTML that is cached per card, so that a vote re-renders one card instead of fifty. */
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
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML was rendered by the components below
    return <ul dangerouslySetInnerHTML={{ __html: html }} />
  return (
    <ul data-appended={isAppended || undefined}>
      {posts.map((post, index) => (
        <Item key={post.id} post={post} isMember={viewer !== null} isAppended={index >= first} />
      ))}
    </ul>
  )
}

/** Memoised, so that cards of earlier pages don't re-render when a page is appended. */
const Item = memo((card: Parameters<typeof PostCard>[0]) => (
  <HideMuted author={card.post.author} what="post" as="li">
    <PostCard {...card} />
  </HideMuted>
))
