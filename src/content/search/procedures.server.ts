import { guards } from '../../core/procedure.server.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import type { Author } from '../../shared/authors/contract.ts'
import { NAMES_TAG } from '../../shared/authors/tags.server.ts'
import { searchesContract as contract } from './contract.ts'
import { searchComments, searchNotes, searchPeople, summarizeSearch } from './sql.server.ts'

const { visitor } = guards(contract)

export const searchesProcedures = {
  summary: visitor.summary.handler(({ context: { db }, input: { concepts = [], ...asked } }) => {
    tag('posts', 'concepts', 'notes', NAMES_TAG)
    return summarizeSearch(db, { ...asked, concepts })
  }),

  /** Comments invalidate the tag `posts` as well, because lists of posts show their number. */
  comments: visitor.comments.handler(async ({ context: { db }, input }) => {
    tag('posts', 'concepts', NAMES_TAG)
    const page = await searchComments(db, input.search, input.cursor)
    tagAuthors(page.items)
    return page
  }),

  notes: visitor.notes.handler(async ({ context: { db }, input }) => {
    tag('notes', 'concepts', NAMES_TAG)
    const page = await searchNotes(db, input.search, input.cursor)
    tagAuthors(page.items)
    return page
  }),

  people: visitor.people.handler(async ({ context: { db }, input }) => {
    tag(NAMES_TAG)
    const page = await searchPeople(db, input.search, input.cursor)
    tag(...page.items.map(({ id }) => `profile:${id}`))
    return page
  }),
}

function tagAuthors(items: { author: Author | null }[]): void {
  tag(...items.flatMap(({ author }) => (author ? [`profile:${author.id}`] : [])))
}
