import { Suspense } from 'react'
import { AuthorLine } from '../../shared/authors/author-line.tsx'
import { Time } from '../../ui/format/time.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'
import type { ChangedBlock, ChangedText, RevisionChanges as EditChanges, Revision } from './contract.ts'

const RedactRevision = lazyWithRetry(() => import('./redact-revision.tsx'), { failure: null })

interface Props {
  edit: Revision
  isLatest: boolean
  mayRedact: boolean
}

export function EditItem({ edit, isLatest, mayRedact }: Props) {
  const { number, edited_by, created_at, changes } = edit
  const id = `edit-${number}`
  return (
    <li data-list-item className="border-b border-line py-6">
      <article aria-labelledby={id}>
        <h2 id={id} className="text-lg leading-snug">
          {`Version ${number} to version ${number + 1}${isLatest ? ' (current)' : ''}`}
        </h2>
        <div className="post-meta mt-1 mb-4">
          <AuthorLine author={edited_by} />
          <Time iso={created_at} />
        </div>
        {changes ? (
          <Changes changes={changes} />
        ) : (
          <p className="text-muted italic">A moderator redacted one of these versions.</p>
        )}
        {edit.redaction && (
          <p className="mt-2 text-sm wrap-anywhere">
            {`Version ${number} is redacted`}
            {edit.redaction.rule && `: ${edit.redaction.rule}`}{' '}
            <a href={`/moderation?action=${edit.redaction.action_id}`} className="text-act underline">
              Why
            </a>
          </p>
        )}
        {mayRedact && edit.content !== null && (
          <Suspense>
            <RedactRevision id={edit.id} number={number} />
          </Suspense>
        )}
      </article>
    </li>
  )
}

function Changes({ changes: { title, blocks, skipped, is_cut } }: { changes: EditChanges }) {
  if (!title && blocks.length === 0 && !is_cut)
    return <p className="text-muted italic">No visible changes.</p>
  let place = 0
  return (
    <div dir="auto" className="prose wrap-anywhere">
      {title && (
        <h3 className="text-xl leading-snug">
          <span className="sr-only">Title: </span>
          <Marked words={title} />
        </h3>
      )}
      {blocks.map((block) => {
        place += 1 + block.skipped
        return <Block key={place} block={block} />
      })}
      {blocks.length > 0 && <Skipped count={skipped} />}
      {is_cut && (
        <p className="font-sans text-sm text-muted">This edit is too long to show all of its changes.</p>
      )}
    </div>
  )
}

function Block({ block: { kind, words, is_reformatted, skipped } }: { block: ChangedBlock }) {
  const text = (
    <>
      <Marked words={words} />
      {is_reformatted && <span className="font-sans text-sm text-muted"> (formatting changed)</span>}
    </>
  )
  return (
    <>
      <Skipped count={skipped} />
      {kind === 'item' ? (
        <ul>
          <li className="whitespace-pre-wrap">{text}</li>
        </ul>
      ) : kind === 'quote' ? (
        <blockquote className="whitespace-pre-wrap">{text}</blockquote>
      ) : (
        <p className="whitespace-pre-wrap">{text}</p>
      )}
    </>
  )
}

function Skipped({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className="font-sans text-sm text-muted">
      {count === 1 ? '1 unchanged paragraph' : `${count} unchanged paragraphs`}
    </p>
  )
}

export const CHANGE_CLASSES = {
  added: 'rounded-sm bg-good/20 underline decoration-2 underline-offset-3',
  removed: 'rounded-sm bg-bad/20 text-muted line-through',
} as const

/** Renders text with its changes underlined or struck through, and named for screen readers. */
function Marked({ words }: { words: ChangedText }) {
  let place = 0
  return words.map(({ text, change }) => {
    place += 1
    if (change === 'none') return text
    const Mark = change === 'added' ? 'ins' : 'del'
    return (
      <Mark key={place} className={CHANGE_CLASSES[change]}>
        <span className="sr-only">{`[${change}: `}</span>
        {text}
        <span className="sr-only">]</span>
      </Mark>
    )
  })
}
