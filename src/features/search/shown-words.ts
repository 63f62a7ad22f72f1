import type { Search } from './search-params.ts'

/** The words whose results are shown: as they are usually spelt, unless they are to stay as typed. */
export function shownWords(
  { search, spelling }: Search,
  summary: { spelling: string | null } | undefined,
): string {
  return spelling === 'typed' ? search : (summary?.spelling ?? search)
}
