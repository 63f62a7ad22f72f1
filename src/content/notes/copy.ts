import { displayName } from '../../shared/authors/display-name.ts'
import type { Note } from './contract.ts'

export function noteAuthorName({ author }: Pick<Note, 'author'>): string {
  return author ? displayName(author) : 'unknown'
}

export const NOTE_DELETED = 'This note was deleted.'

export const NOTE_REMOVED = 'This note was removed by a moderator.'

export function noteTitle(note: Note): string {
  if (note.removal) return 'Removed note'
  return note.is_deleted ? 'Deleted note' : `Note by ${noteAuthorName(note)}`
}

export function likesText(count: number): string {
  return `${count} ${count === 1 ? 'like' : 'likes'}`
}

export function repliesText(count: number): string {
  return `${count} ${count === 1 ? 'reply' : 'replies'}`
}

export function newNotesText(count: number): string {
  return `${count} new ${count === 1 ? 'note' : 'notes'}`
}
