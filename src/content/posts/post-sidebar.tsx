import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../accounts/session/session.tsx'
import { FollowButton } from '../../people/follows/follow-button.tsx'
import type { Author } from '../../shared/authors/contract.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { postHref } from '../../shared/branding/item-address.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { pointsText } from '../votes/points.ts'
import { SideContents } from './contents.tsx'
import { relatedQuery } from './queries.ts'
import type { PostSection } from './table-of-contents.ts'

export function PostSidebar({
  id,
  author,
  parts,
}: {
  id: string
  author: Author | null
  parts: PostSection[]
}) {
  return (
    <div className="columns-aside">
      {parts.length > 0 && <SideContents parts={parts} />}
      {author && <AuthorCard author={author} />}
      <RelatedPosts id={id} />
    </div>
  )
}

function AuthorCard({ author }: { author: Author }) {
  const { viewer } = useSession()
  const name = displayName(author)
  return (
    <section aria-labelledby="author" className="flex items-center gap-3">
      <Avatar name={name} seed={author.username} src={author.avatar_url} size="md" />
      <div className="min-w-0 flex-1 leading-snug">
        <h2 dir="auto" id="author" className="truncate text-left font-sans text-base tracking-normal">
          <a href={`/profile/${author.username}`} className="hover:text-act">
            {name}
          </a>
        </h2>
        <p dir="auto" className="truncate text-sm text-muted">
          @{author.username}
        </p>
      </div>
      {viewer && <FollowButton person={author} name={name} />}
    </section>
  )
}

function RelatedPosts({ id }: { id: string }) {
  const posts = useQuery(relatedQuery(id)).data?.items ?? []
  if (posts.length === 0) return null
  return (
    <aside aria-labelledby="related">
      <h2 id="related" className="aside-title">
        Related Discussions
      </h2>
      <ul>
        {posts.map((post) => (
          <li key={post.id} className="border-b border-line">
            <a href={postHref(post)} className="group block py-3">
              <span dir="auto" className="font-serif leading-snug group-hover:text-act">
                {post.title}
              </span>
              <span className="mt-1 block text-xs text-faint">
                {post.author_username ?? 'Unknown'} · {pointsText(post.votes_score)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </aside>
  )
}
