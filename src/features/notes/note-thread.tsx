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
  if (list.isError && !list.data)
    return <ErrorState title="The replies could not be loaded" onRetry={() => void list.refetch()} />
  if (!list.data) return <RepliesSkeleton count={note.replies_count} />
  return <Replies note={note} list={{ ...list, data: list.data }} autoFocus={isAnswer} />
}
