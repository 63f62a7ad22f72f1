import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { isolateText } from '../../platform/bidi-isolation.ts'
import { articleTags, titleTags } from '../../platform/http/head.ts'
import type { Site } from '../../platform/site.ts'
import { isUuid } from '../../platform/uuid.ts'
import { leaveFailureToBoundary } from '../../shared/branding/list-boundary.tsx'
import { createPreview } from '../../shared/markup/preview.ts'
import type { Note } from './contract.ts'
import { NOTE_DELETED, NOTE_REMOVED, noteAuthorName, noteTitle } from './copy.ts'
import { findReplyPage, noteQuery, repliesQuery } from './queries.ts'

/** Loads a note and returns its page's head. Redirects from a reply to its place below the parent note. */
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
  if (note.parent_id) await redirectToReply(note.parent_id, id)
  await replies
  return noteHead(site, note)
}

export async function redirectToReply(id: string, reply: string): Promise<never> {
  const start = await findReplyPage(id, reply)
  throw redirect({
    to: '/notes/$id',
    params: { id },
    search: start ? { replies: start } : {},
    hash: `note-${reply}`,
  })
}

/** Maximum characters of the note's text in the page title. */
const TITLE_WORDS = 60
const DESCRIPTION_WORDS = 160

function noteHead(site: Site, note: Note) {
  const { id, content, created_at } = note
  const author = noteAuthorName(note)
  const title = note.is_deleted
    ? noteTitle(note)
    : `${isolateText(author)}: “${isolateText(createPreview(content, TITLE_WORDS))}”`
  const description = note.removal
    ? NOTE_REMOVED
    : note.is_deleted
      ? NOTE_DELETED
      : createPreview(content, DESCRIPTION_WORDS)
  const { meta, links } = titleTags(site, title, `/notes/${id}`)
  return { meta: [...meta, ...articleTags({ title, description, created_at, author })], links }
}
