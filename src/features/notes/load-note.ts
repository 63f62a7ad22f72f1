import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import type { Site } from '../../platform/site.ts'
import { isUuid } from '../../platform/uuid.ts'
import { leaveFailureToBoundary } from '../site/list-boundary.tsx'
import { noteHead, noteMetadata } from './metadata.ts'
import { findReplyPage, noteQuery, repliesQuery } from './queries.ts'

/**
 * Everything that the page of a note shows to a visitor; answers its head. A reply leads to its place below
 * the note that it answers.
 */
export async function loadNote(
  { queryClient, site }: { queryClient: QueryClient; site: Site },
  id: string,
  repliesFrom: string | undefined,
): Promise<Partial<ReturnType<typeof noteHead>>> {
  if (!isUuid(id)) throw notFound()
  const replies = queryClient.prefetchInfiniteQuery(repliesQuery(id, repliesFrom))
  const note = await queryClient.ensureQueryData(noteQuery(id)).catch(leaveFailureToBoundary)
  if (note === undefined) return { meta: [{ title: `Note | ${site.name}` }] }
  if (!note) throw notFound()
  if (note.parent_id) await leadToReply(note.parent_id, id)
  await replies
  return noteHead(site, noteMetadata(note))
}

/** To the page of replies that holds the reply; where there is none, to the note. */
export async function leadToReply(id: string, reply: string): Promise<never> {
  const start = await findReplyPage(id, reply)
  throw redirect({
    to: '/notes/$id',
    params: { id },
    search: start ? { replies: start } : {},
    hash: `note-${reply}`,
  })
}
