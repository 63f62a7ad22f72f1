import type { Kysely } from 'kysely'
import type { DB } from '../../db/types.ts'
import { tag } from '../../platform/tags.server.ts'
import { NAMES } from '../authors/tags.server.ts'
import { nearestSpelling } from '../posts/search/spelling.server.ts'
import { searchMembers } from '../profiles/sql.server.ts'
import type { Suggestions } from './contract.ts'
import { isWorthSuggesting, SUGGESTED } from './policy.ts'
import { suggestConcepts, suggestPosts } from './sql.server.ts'

const NOTHING: Suggestions = { posts: [], people: [], concepts: [] }

/** What somebody who typed so far may be after; for too little of it nothing, without asking the database. */
export async function findSuggestions(db: Kysely<DB>, search: string): Promise<Suggestions> {
  // A spelling may come from a note.
  tag('posts', 'notes', 'categories', NAMES)
  if (!isWorthSuggesting(search)) return NOTHING
  const found = await suggestFor(db, search)
  if (found.posts.length + found.people.length + found.concepts.length > 0) return found
  const spelling = await nearestSpelling(db, search)
  return spelling ? { ...(await suggestFor(db, spelling)), spelling } : found
}

async function suggestFor(db: Kysely<DB>, search: string): Promise<Suggestions> {
  const [posts, people, concepts] = await Promise.all([
    suggestPosts(db, search),
    searchMembers(db, search.replace(/^@/, ''), { limit: SUGGESTED.people }),
    suggestConcepts(db, search),
  ])
  return { posts, people, concepts }
}
