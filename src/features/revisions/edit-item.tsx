import { Time } from '../../ui/format/time.tsx'
import { AuthorLine } from '../authors/author-line.tsx'
import type { ChangedBlock, Revision, Words } from './contract.ts'

/** One edit: who made it, when, and what it changed between two versions. */
export function EditItem({ edit, isLatest }: { edit: Revision; isLatest: boolean }) {
  const { number, edited_by, created_at, changes } = edit
  const id = `edit-${number}`
  return (
    <li data-list-item className="border-b border-line py-6">
      <article aria-labelledby={id}>
        <h2 id={id} className="text-lg leading-snug">
          {`Version ${number} to version ${number + 1}${isLatest ? ', as it is now' : ''}`}
        </h2>
        <div className="post-meta mt-1 mb-4">
          <AuthorLine author={edited_by} />
          <Time iso={created_at} />
        </div>
        {changes ? (
          <Changes changes={changes} />
        ) : (
          <p className="text-muted italic">A moderator has taken away the words of one of these versions.</p>
        )}
      </article>
    </li>
  )
}

function Changes({ changes: { title, blocks, skipped } }: { changes: NonNullable<Revision['changes']> }) {
  if (!title && blocks.length === 0)
    return <p className="text-muted italic">Nothing that can be seen was changed.</p>
  let place = 0
  return (
    <div dir="auto" className="grid gap-3 wrap-anywhere">
      {title && (
        <h3 className="font-serif text-xl leading-snug font-semibold">
          <span className="sr-only">Title: </span>
          <Marked words={title} />
        </h3>
      )}
      {blocks.map((block) => {
        place += 1 + block.skipped
        return <Block key={place} block={block} />
      })}
      {blocks.length > 0 && <Skipped count={skipped} />}
    </div>
  )
}

const LOOK: Record<ChangedBlock['kind'], string> = {
  paragraph: '',
  item: 'ml-5 list-item list-disc',
  quote: 'border-l-2 border-act pl-4 italic',
}

function Block({ block: { kind, words, is_reformatted, skipped } }: { block: ChangedBlock }) {
  return (
    <>
      <Skipped count={skipped} />
      <p className={`leading-relaxed whitespace-pre-wrap ${LOOK[kind]}`}>
        <Marked words={words} />
        {is_reformatted && <span className="ml-2 text-sm text-muted not-italic">(formatting changed)</span>}
      </p>
    </>
  )
}

function Skipped({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className="text-sm text-muted">
      {count === 1 ? '1 unchanged paragraph' : `${count} unchanged paragraphs`}
    </p>
  )
}

/** Told apart by lines and, to who hears it, by words; colours only help. */
function Marked({ words }: { words: Words }) {
  let place = 0
  return words.map(({ text, change }) => {
    place += 1
    if (change === 'none') return text
    const [Mark, look] =
      change === 'added' ? (['ins', 'diff-added'] as const) : (['del', 'diff-removed'] as const)
    return (
      <Mark key={place} className={look}>
        <span className="sr-only">{`[${change}: `}</span>
        {text}
        <span className="sr-only">]</span>
      </Mark>
    )
  })
}
