import { type Search, searchHref } from './search-params.ts'

interface Props {
  search: Search
  /** The same with its words as they are usually spelt. */
  spelling: string | null
}

/** Says whose results these are, and leads to the others. */
export function SpellingNotice({ search, spelling }: Props) {
  if (!spelling) return null
  if (search.spelling === 'typed')
    return (
      <p className="mb-3 text-muted">
        Did you mean{' '}
        <a
          href={searchHref(search, { search: spelling, spelling: undefined })}
          className="text-act underline"
        >
          {spelling}
        </a>
        ?
      </p>
    )
  return (
    <p role="status" className="mb-3 wrap-anywhere">
      Showing results for <b>{spelling}</b>.{' '}
      <a href={searchHref(search, { spelling: 'typed' })} className="text-act underline">
        Search instead for “<bdi>{search.search}</bdi>”
      </a>
    </p>
  )
}
