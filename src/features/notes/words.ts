import { displayName } from '../authors/display-name.ts'
import type { Note } from './contract.ts'

/** Full name, else username; who has left is "unknown" (spec, section 3). */
export function authorName({ author }: Pick<Note, 'author'>): string {
  return author ? displayName(author) : 'unknown'
}

/** What stands for the words of a note that is gone while replies of others stay. */
export const NOTE_DELETED = 'This note was deleted.'

export const NOTE_REMOVED = 'This note was removed by a moderator.'

/** What its heading calls it. */
export function noteTitle(note: Note): string {
  if (note.removal) return 'Removed note'
  return note.is_deleted ? 'Deleted note' : `Note by ${authorName(note)}`
}

/** "1 like", "3 likes". */
export function likesWords(count: number): string {
  return `${count} ${count === 1 ? 'like' : 'likes'}`
}

/** "1 reply", "3 replies". */
export function repliesWords(count: number): string {
  return `${count} ${count === 1 ? 'reply' : 'replies'}`
}

/** "1 new note", "3 new notes". */
export function newNotesWords(count: number): string {
  return `${count} new ${count === 1 ? 'note' : 'notes'}`
}
