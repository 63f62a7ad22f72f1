import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { searchMembers } from '../../people/profiles/sql.server.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import { NAMES_TAG } from '../../shared/authors/tags.server.ts'
import { parseSearch, withOperators } from '../posts/search/operators.ts'
import { type ResolvedSearch, resolveSearch } from '../posts/search/resolve-search.server.ts'
import { foundPostsSql } from '../posts/search/search-sql.server.ts'
import { nearestSpelling } from '../posts/search/spelling.server.ts'
import type { SuggestionResults } from './contract.ts'
import { isWorthSuggesting, SUGGESTION_COUNTS } from './policy.ts'

const NOTHING: SuggestionResults = { posts: [], people: [], concepts: [] }

/** Finds posts, members and concepts for a typed text. Returns nothing if the text is too short. */
export async function findSuggestions(db: Kysely<DB>, search: string): Promise<SuggestionResults> {
  tag('posts', 'notes', 'concepts', NAMES_TAG)
  const typed = parseSearch(search)
  if (!isWorthSuggesting(typed.words)) return NOTHING
  const found = await suggestFor(db, search)
  if (found.posts.length + found.people.length + found.concepts.length > 0) return found
  const words = await nearestSpelling(db, typed.words)
  if (!words) return found
  const spelling = withOperators(words, typed)
  return { ...(await suggestFor(db, spelling)), spelling }
}

async function suggestFor(db: Kysely<DB>, search: string): Promise<SuggestionResults> {
  const { words } = parseSearch(search)
  const [posts, people, concepts] = await Promise.all([
    suggestPosts(db, await resolveSearch(db, search)),
    searchMembers(db, words.replace(/^@/, ''), { limit: SUGGESTION_COUNTS.people }),
    suggestConcepts(db, words),
  ])
  return { posts, people, concepts }
}

/** Number of newest matches that are ranked. A full search ranks four times as many, in triple the time. */
const WINDOW = 50
/** Weights of the index classes D, C and B, which contain a post's text, and A, which contains its title. */
const TITLES_FIRST = sql`'{0, 0, 0.01, 1}'::real[]`
const HIT = /\uE000/

/** Finds posts as a search would. Those whose titles match best come first. */
async function suggestPosts(db: Kysely<DB>, resolved: ResolvedSearch): Promise<SuggestionResults['posts']> {
  const { rows } = await sql<{ id: string; title: string; title_highlight: string }>`
    with terms as materialized (select * from search_terms(${resolved.words})),
    best as materialized (
      select s.post_id, trunc(found.rank / 1000) as match_group, ts_rank_cd(${TITLES_FIRST}, s.search_vector, terms.wanted, 1) as rank
      from terms, ${foundPostsSql({ resolved, size: WINDOW, isExactFirst: true })} as found join post_search s using (post_id)
      order by match_group desc, rank desc, s.post_id desc limit ${sql.lit(SUGGESTION_COUNTS.posts)})
    select p.id, p.title, search_headline(p.title, terms.wanted, terms.runs, terms.joined, true) as title_highlight
    from terms, best join posts p on p.id = best.post_id order by best.match_group desc, best.rank desc, best.post_id desc`.execute(
    db,
  )
  return rows.map(({ title_highlight, ...post }) => ({
    ...post,
    ...(HIT.test(title_highlight) && { title_highlight }),
  }))
}

/** Finds concepts with a word that begins with the text. A few dozen rows need no index. */
async function suggestConcepts(db: Kysely<DB>, search: string): Promise<SuggestionResults['concepts']> {
  const { rows } = await sql<SuggestionResults['concepts'][number]>`
    with typed as (select folded(${search}) as text)
    select id, name, color from typed, concepts
    where strpos(' ' || translate(folded_names(name), '&(', '  '), ' ' || text) > 0
    order by starts_with(folded(name), text) desc, name limit ${sql.lit(SUGGESTION_COUNTS.concepts)}`.execute(
    db,
  )
  return rows
}
