import { useInfiniteQuery } from '@tanstack/react-query'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import type { Note } from './contract.ts'
import { repliesQuery } from './queries.ts'
import { Replies } from './replies.tsx'
import { RepliesSkeleton } from './replies-skeleton.tsx'

interface Props {
  note: Note
  /** Opened to write the first reply. */
  isAnswer: boolean
}

/** The replies below a note in a list, which load when they are opened. */
export function NoteThread({ note, isAnswer }: Props) {
  const list = useInfiniteQuery(repliesQuery(note.id))
  // The form for the first reply opens at once: somebody goes on typing after the press.
  const data = list.data ?? (isAnswer ? NO_REPLIES : undefined)
  if (data) return <Replies note={note} list={{ ...list, data }} autoFocus={isAnswer} />
  if (list.isError)
    return <ErrorState title="The replies could not be loaded" onRetry={() => void list.refetch()} />
  return <RepliesSkeleton count={note.replies_count} />
}

const NO_REPLIES = { pages: [{ items: [], next: null }], pageParams: [undefined] }
