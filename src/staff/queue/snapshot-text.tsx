import { Time } from '../../ui/format/time.tsx'
import type { CaseDetail } from './case-schemas.ts'

interface Props extends Pick<CaseDetail, 'snapshot'> {
  /** Whether the text awaits approval. Otherwise it was reported. */
  isPending: boolean
}

/** Shows reported or pending content as plain text, because its links may be harmful. */
export function SnapshotText({ snapshot, isPending }: Props) {
  if (!snapshot)
    return (
      <p className="text-muted">
        {isPending
          ? 'The text was permanently deleted.'
          : 'The reported content was permanently deleted 90 days after the case was closed.'}
      </p>
    )
  const { title, content, context, links, website, location, picture, pictures, at } = snapshot
  const more = [...links, website, location, picture].filter((each) => each !== null)
  return (
    <figure className="rounded-lg border border-line bg-raised p-4">
      {context.map((message) => (
        <p key={message.id} className="mb-2 wrap-anywhere whitespace-pre-line text-sm text-muted">
          <b dir="auto" className="font-semibold">
            {message.author_name ?? 'Someone'}:
          </b>{' '}
          {message.content}
        </p>
      ))}
      {title && (
        <p dir="auto" className="mb-1 font-semibold wrap-anywhere">
          {title}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <blockquote className="max-h-96 overflow-y-auto wrap-anywhere" tabIndex={0}>
        <PlainLines text={content || 'No text'} />
      </blockquote>
      {pictures.length > 0 && (
        <ul aria-label="Pictures in the text" className="mt-2 flex flex-wrap gap-2">
          {pictures.map((address, index) => (
            <li key={address}>
              <img
                src={address}
                alt={`Number ${index + 1}`}
                loading="lazy"
                className="h-48 max-w-full object-contain"
              />
            </li>
          ))}
        </ul>
      )}
      {more.length > 0 && (
        <ul aria-label="Links and other fields" className="mt-2 grid gap-1 text-sm text-muted">
          {more.map((address) => (
            <li key={address} className="wrap-anywhere">
              {address}
            </li>
          ))}
        </ul>
      )}
      <figcaption className="mt-2 text-sm text-muted">
        {isPending ? 'As submitted' : 'As first reported, written'} <Time iso={at} />
      </figcaption>
    </figure>
  )
}

/** Shows plain text, each line as a paragraph. */
export function PlainLines({ text }: { text: string }) {
  const lines = text.split(/\n+/)
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: these lines never change
    <p key={index} className={index > 0 ? 'mt-2' : undefined}>
      {line}
    </p>
  ))
}
