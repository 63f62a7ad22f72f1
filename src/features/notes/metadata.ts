import { titled } from '../../platform/head.ts'
import type { Site } from '../../platform/site.ts'
import { excerpt } from '../posts/excerpt.ts'
import { articleTags } from '../posts/metadata.ts'
import type { Note } from './contract.ts'
import { authorName } from './words.ts'

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
  const title = `${author}: “${excerpt(content, TITLE_WORDS)}”`
  return { id, title, description: excerpt(content, DESCRIPTION_WORDS), created_at, author }
}

/** Title, description, social tags and canonical address. */
export function noteHead(site: Site, note: NoteMetadata) {
  const { meta, links } = titled(site, note.title, `/notes/${note.id}`)
  return { meta: [...meta, ...articleTags(note)], links }
}
