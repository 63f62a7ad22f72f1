import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { Note } from './contract.ts'
import type { NoteSort } from './policy.ts'
import { notesQuery, repliesQuery } from './queries.ts'

interface Page {
  items: Note[]
  next: string | null
}

type Pages = InfiniteData<Page, string | undefined>
type Shown = Pages | Note | null | undefined

/** Changes notes wherever they are shown: the lists, the threads, a page of their own. Nothing takes one away. */
export function changeNotes(queryClient: QueryClient, change: (note: Note) => Note | undefined): void {
  queryClient.setQueriesData<Shown>({ queryKey: api.notes.key() }, (shown) => {
    if (!shown) return shown
    return 'pages' in shown ? changePages(shown, change) : (change(shown) ?? null)
  })
}

export function changeNote(queryClient: QueryClient, id: string, change: (note: Note) => Note): void {
  changeNotes(queryClient, (note) => (note.id === id ? change(note) : note))
}

/** Gone, and so are its replies. */
export function dropNote(queryClient: QueryClient, id: string): void {
  changeNotes(queryClient, (note) => (note.id === id || note.parent_id === id ? undefined : note))
}

/** A new note, first in the list it was written above. Other lists ask again when somebody looks at them. */
export function addNote(queryClient: QueryClient, note: Note, sort: NoteSort, start: string | undefined) {
  void queryClient.invalidateQueries({ queryKey: api.notes.list.key(), refetchType: 'none' })
  queryClient.setQueryData(notesQuery(sort, start).queryKey, (pages) => pages && withFirst(pages, note))
}

/** A new reply, last in its thread. */
export function addReply(queryClient: QueryClient, note: Note, start?: string) {
  const { queryKey } = repliesQuery(note.parent_id ?? '', start)
  queryClient.setQueryData(queryKey, (pages) => pages && withLast(pages, note))
}

/** Ids of all notes and replies that some part of the application holds. */
export function shownIds(queryClient: QueryClient): Set<string> {
  const all = queryClient.getQueriesData<Shown>({ queryKey: api.notes.key() })
  return new Set(all.flatMap(([, shown]) => (shown ? notesOf(shown).map(({ id }) => id) : [])))
}

/** A note that moved down while somebody read comes again on a later page: it is shown once. */
export function withoutRepeats(pages: Pages): Note[] {
  return [...new Map(pages.pages.flatMap(({ items }) => items).map((note) => [note.id, note])).values()]
}

function changePages(pages: Pages, change: (note: Note) => Note | undefined): Pages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, items: page.items.flatMap((note) => change(note) ?? []) })),
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
