import { useQuery } from '@tanstack/react-query'
import { trendingNotesQuery } from './queries.ts'

export function TrendingNotes() {
  const notes = useQuery(trendingNotesQuery()).data
  if (!notes?.length) return null
  return (
    <section aria-labelledby="trending-notes">
      <h2 id="trending-notes" className="aside-title">
        Trending notes
      </h2>
      <ul className="grid gap-3">
        {notes.map(({ id, words, author, likes }) => (
          <li key={id} className="min-w-0 leading-snug wrap-anywhere">
            <a
              dir="auto"
              href={`/notes/${id}`}
              className="line-clamp-2 font-medium text-pretty hover:text-act"
            >
              {words}
            </a>
            <span className="text-sm text-faint">
              {author} · {likes}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
