import { useQuery } from '@tanstack/react-query'
import { pointsText } from '../votes/points.ts'
import { relatedQuery } from './queries.ts'

/** Beside the post on wide screens, below it on others. When they cannot be loaded the page does without. */
export function RelatedPosts({ id }: { id: string }) {
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
            <a href={`/post/${post.id}`} className="group block py-3">
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
