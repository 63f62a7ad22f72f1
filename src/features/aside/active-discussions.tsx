import { useQuery } from '@tanstack/react-query'
import { asideQuery } from './queries.ts'

export function ActiveDiscussions() {
  const posts = useQuery(asideQuery()).data?.discussions
  if (!posts?.length) return null
  return (
    <section aria-labelledby="active-discussions">
      <h2 id="active-discussions" className="aside-title">
        Active discussions
      </h2>
      <ul className="grid gap-3">
        {posts.map(({ id, title, comments }) => (
          <li key={id} className="min-w-0 leading-snug wrap-anywhere">
            <a
              dir="auto"
              href={`/post/${id}`}
              className="line-clamp-2 font-medium text-pretty hover:text-act"
            >
              {title}
            </a>
            <span className="text-sm text-faint">{comments}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
