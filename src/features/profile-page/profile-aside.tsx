import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { badgeTint } from '../../ui/badge.tsx'
import { Columns } from '../../ui/list/columns.tsx'
import { pointsText } from '../votes/points.ts'
import type { Highlights } from './contract.ts'
import { highlightsQuery } from './queries.ts'

/** Shows concepts and best posts beside a profile, if there are any. */
export function WithHighlights({ username, children }: { username: string; children: ReactNode }) {
  const { concepts = [], best = [] } = useQuery(highlightsQuery(username)).data ?? {}
  const aside = concepts.length + best.length > 0 && (
    <>
      {concepts.length > 0 && <WrittenAbout concepts={concepts} />}
      {best.length > 0 && <BestPosts posts={best} />}
    </>
  )
  return (
    <Columns aside={aside} asideLabel="What they write">
      {children}
    </Columns>
  )
}

function WrittenAbout({ concepts }: { concepts: Highlights['concepts'] }) {
  return (
    <section aria-labelledby="written-about">
      <h2 id="written-about" className="aside-title">
        Writes about
      </h2>
      <ul className="-mt-1.5">
        {concepts.map(({ id, name, color, posts }) => (
          <li key={id}>
            <a
              href={`/concepts/${id}`}
              className="flex min-h-8 items-center justify-between gap-3 hover:text-act pointer-coarse:min-h-11"
            >
              <span className="badge" style={badgeTint(color)}>
                <span dir="auto" className="truncate">
                  {name}
                </span>
              </span>
              <span className="flex-none text-sm text-faint">
                {posts} {posts === 1 ? 'post' : 'posts'}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function BestPosts({ posts }: { posts: Highlights['best'] }) {
  return (
    <section aria-labelledby="best-posts">
      <h2 id="best-posts" className="aside-title">
        Best posts
      </h2>
      <ul className="grid gap-3">
        {posts.map(({ id, title, votes_score }) => (
          <li key={id} className="min-w-0 leading-snug wrap-anywhere">
            <a
              dir="auto"
              href={`/post/${id}`}
              className="line-clamp-3 font-medium text-pretty hover:text-act"
            >
              {title}
            </a>
            <span className="text-sm text-faint">{pointsText(votes_score)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
