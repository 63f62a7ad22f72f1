import { articleTags, titleTags } from '../../platform/head.ts'
import { isolated } from '../../platform/isolated.ts'
import type { Site } from '../../platform/site.ts'
import { previewOf } from '../markup/preview.ts'
import type { Note } from './contract.ts'
import { authorName, NOTE_DELETED, NOTE_REMOVED, noteTitle } from './words.ts'

/** Characters of a note in the title of its page: more no tab shows. */
const TITLE_WORDS = 60
/** Characters that search engines show of a page (spec, section 9). */
const DESCRIPTION_WORDS = 160

/** What the head of a note says of it. */
interface NoteMetadata {
  id: string
  title: string
  description: string
  created_at: string
  author: string
}

export function noteMetadata(note: Note): NoteMetadata {
  const { id, content, created_at } = note
  const author = authorName(note)
  const title = note.is_deleted
    ? noteTitle(note)
    : `${isolated(author)}: “${isolated(previewOf(content, TITLE_WORDS))}”`
  const description = note.removal
    ? NOTE_REMOVED
    : note.is_deleted
      ? NOTE_DELETED
      : previewOf(content, DESCRIPTION_WORDS)
  return { id, title, description, created_at, author }
}

/** Title, description, social tags and canonical address. */
export function noteHead(site: Site, note: NoteMetadata) {
  const { meta, links } = titleTags(site, note.title, `/notes/${note.id}`)
  return { meta: [...meta, ...articleTags(note)], links }
}
