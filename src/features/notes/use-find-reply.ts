import { useNavigate } from '@tanstack/react-router'
import { toast } from '../../ui/feedback/toast.ts'
import { findReplyPage } from './queries.ts'

interface Options {
  noteId: string
  /** The page on screen, if it is not the first. */
  start: string | undefined
  /** Reads anew what is on screen. */
  refetch: () => Promise<unknown>
}

/** Leads to the page of replies that holds a reply; false if there is no such reply. */
export function useFindReply({ noteId, start, refetch }: Options) {
  const navigate = useNavigate()
  return async (id: string): Promise<boolean> => {
    // In a list of notes the address names one of them.
    if (!location.pathname.endsWith(`/${noteId}`)) return false
    try {
      const page = await findReplyPage(noteId, id)
      if (page === undefined) {
        toast({ title: 'Reply not found', description: 'It may have been deleted.' })
        return false
      }
      // It is newer than the page on screen.
      if ((page ?? undefined) === start) await refetch()
      else
        await navigate({
          to: '/notes/$id',
          params: { id: noteId },
          search: page ? { replies: page } : {},
          hash: `note-${id}`,
          replace: true,
        })
      return true
    } catch {
      toast({ kind: 'error', title: 'The reply could not be loaded', description: 'Please try again later' })
      return false
    }
  }
}
