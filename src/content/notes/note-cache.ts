import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { api } from '../../core/client.ts'
import type { Note } from './contract.ts'
import type { NoteSort } from './policy.ts'
import { notesQuery, repliesQuery } from './queries.ts'

interface Page {
  items: Note[]
  next: string | null
}

type Pages = InfiniteData<Page, string | undefined>
type NoteQueryData = Pages | Note | null | undefined

/** Changes a note in all cached lists, threads and pages. Removes it if `change` returns undefined. */
function changeNotes(queryClient: QueryClient, change: (note: Note) => Note | undefined): void {
  queryClient.setQueriesData<NoteQueryData>({ queryKey: api.notes.key() }, (shown) => {
    if (!shown) return shown
    return 'pages' in shown ? changePages(shown, change) : (change(shown) ?? null)
  })
}

export function updateCachedNote(queryClient: QueryClient, id: string, change: (note: Note) => Note): void {
  changeNotes(queryClient, (note) => (note.id === id ? change(note) : note))
}

export function removeCachedNote(queryClient: QueryClient, id: string): void {
  changeNotes(queryClient, (note) => (note.id === id || note.parent_id === id ? undefined : note))
}

/** Removes a note deleted by its author. If its replies are open, leaves a stub: the viewer may be typing. */
export function removeNoteUnlessOpen(queryClient: QueryClient, id: string): void {
  const queryKey = api.notes.replies.key({ input: { id } })
  const isOpen = queryClient.getQueryCache().findAll({ queryKey, type: 'active' }).length > 0
  if (!isOpen) removeCachedNote(queryClient, id)
  else
    changeNotes(queryClient, (note) => {
      if (note.parent_id === id || (note.id === id && note.is_deleted)) return undefined
      return note.id === id ? { ...toNoteStub(note), replies_count: 0 } : note
    })
}

export function toNoteStub(note: Note): Note {
  return { ...note, author: null, content: '', content_html: '', is_deleted: true }
}

/** Inserts a new note at the top of the list on screen. Other lists refetch when they mount. */
export function addCachedNote(
  queryClient: QueryClient,
  note: Note,
  sort: NoteSort,
  start: string | undefined,
) {
  void queryClient.invalidateQueries({ queryKey: api.notes.list.key(), refetchType: 'none' })
  queryClient.setQueryData(notesQuery(sort, start).queryKey, (pages) => pages && withFirst(pages, note))
}

/** Appends a note that has become one of the most liked. `sortLikedNotes` then moves it into place. */
export function addLikedNote(queryClient: QueryClient, note: Note): void {
  queryClient.setQueryData(notesQuery('trending').queryKey, (pages) => pages && withLast(pages, note))
}

/** Sorts loaded notes as the server does: by likes, then newest first. The number of notes per page stays. */
export function sortLikedNotes(queryClient: QueryClient, start: string | undefined): void {
  queryClient.setQueryData(notesQuery('trending', start).queryKey, (pages) => pages && sorted(pages))
}

export function isSorted(notes: readonly Note[]): boolean {
  return notes.every((note, index) => index === 0 || compareByLikes(notes[index - 1] as Note, note) < 0)
}

export function compareByLikes(one: Note, other: Note): number {
  return other.likes_count - one.likes_count || (other.id > one.id ? 1 : -1)
}

export function addReply(queryClient: QueryClient, note: Note, start?: string) {
  const { queryKey } = repliesQuery(note.parent_id ?? '', start)
  queryClient.setQueryData(queryKey, (pages) => pages && withLast(pages, note))
}

export function listCachedNoteIds(queryClient: QueryClient): Set<string> {
  const all = queryClient.getQueriesData<NoteQueryData>({ queryKey: api.notes.key() })
  return new Set(all.flatMap(([, shown]) => (shown ? notesOf(shown).map(({ id }) => id) : [])))
}

/** Returns all notes of the pages. A note that moved down may be on two pages, so duplicates are removed. */
export function uniqueNotes(pages: Pages): Note[] {
  return [...new Map(pages.pages.flatMap(({ items }) => items).map((note) => [note.id, note])).values()]
}

function changePages(pages: Pages, change: (note: Note) => Note | undefined): Pages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, items: page.items.flatMap((note) => change(note) ?? []) })),
  }
}

function sorted(pages: Pages): Pages {
  const notes = uniqueNotes(pages).sort(compareByLikes)
  let start = 0
  return {
    ...pages,
    pages: pages.pages.map((page, index) => {
      const end = index === pages.pages.length - 1 ? notes.length : start + page.items.length
      const items = notes.slice(start, end)
      start = end
      return { ...page, items }
    }),
  }
}

function withFirst(pages: Pages, note: Note): Pages {
  if (notesOf(pages).some(({ id }) => id === note.id)) return pages
  const [first, ...rest] = pages.pages
  return first ? { ...pages, pages: [{ ...first, items: [note, ...first.items] }, ...rest] } : pages
}

function withLast(pages: Pages, note: Note): Pages {
  const last = pages.pages.at(-1)
  if (!last || notesOf(pages).some(({ id }) => id === note.id)) return pages
  return { ...pages, pages: [...pages.pages.slice(0, -1), { ...last, items: [...last.items, note] }] }
}

function notesOf(shown: Pages | Note): Note[] {
  return 'pages' in shown ? shown.pages.flatMap(({ items }) => items) : [shown]
}

/** Ids of notes sent from this tab. Live events announce them too, but they don't count as new. */
const sent = new Set<string>()

export function rememberSentNote(id: string): void {
  sent.add(id)
}

export function isSentHere(id: string): boolean {
  return sent.has(id)
}
