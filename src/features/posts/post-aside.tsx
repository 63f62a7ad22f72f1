import { Avatar } from '../../ui/avatar.tsx'
import { useSession } from '../accounts/session/session.tsx'
import type { Author } from '../authors/contract.ts'
import { displayName } from '../authors/display-name.ts'
import { FollowButton } from '../follows/follow-button.tsx'
import type { Part } from './contents.ts'
import { RelatedPosts } from './related-posts.tsx'

interface Props {
  id: string
  author: Author | null
  parts: Part[]
}

/** What belongs to a post: its parts, who wrote it, and what else there is to read. */
export function PostAside({ id, author, parts }: Props) {
  return (
    <div className="columns-aside">
      {parts.length > 0 && <Contents parts={parts} />}
      {author && <AuthorCard author={author} />}
      <RelatedPosts id={id} />
    </div>
  )
}

/** Beside the text alone: below it, it would come too late. */
function Contents({ parts }: { parts: Part[] }) {
  return (
    <nav aria-labelledby="contents" className="max-[75rem]:hidden">
      <h2 id="contents" className="aside-title">
        Contents
      </h2>
      <ol className="grid gap-1 border-l border-line pl-4">
        {parts.map(({ id, title }) => (
          <li key={id} className="text-sm leading-snug text-muted">
            <a dir="auto" href={`#${id}`} className="line-clamp-2 py-1 wrap-anywhere hover:text-text">
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** A guest follows from the profile. */
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
