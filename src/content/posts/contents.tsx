import type { PostSection } from './table-of-contents.ts'

interface Props {
  parts: PostSection[]
}

/** Table of contents beside the text, on wide screens. */
export function SideContents({ parts }: Props) {
  return (
    <nav aria-labelledby="contents" className="max-[75rem]:hidden">
      <h2 id="contents" className="aside-title">
        Contents
      </h2>
      <ContentsList parts={parts} />
    </nav>
  )
}

/** Folded table of contents above a long text, on narrow screens. */
export function FoldedContents({ parts }: Props) {
  return (
    <nav aria-label="Contents" className="mb-7 min-[75rem]:hidden">
      <details className="rounded-lg border border-line px-4">
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">Contents</summary>
        <div className="pb-3">
          <ContentsList parts={parts} />
        </div>
      </details>
    </nav>
  )
}

function ContentsList({ parts }: Props) {
  return (
    <ol className="grid gap-1 border-l border-line pl-4">
      {parts.map(({ id, title }) => (
        <li key={id} className="text-sm leading-snug text-muted">
          <a
            dir="auto"
            href={`#${id}`}
            className="line-clamp-2 py-1 wrap-anywhere hover:text-text pointer-coarse:py-2.5"
          >
            {title}
          </a>
        </li>
      ))}
    </ol>
  )
}
