import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../db/types.ts'
import { MEMBER_SEARCH_MIN } from '../../../people/profiles/policy.ts'
import { limitSearchWords } from '../policy.ts'
import { OPERATOR_VALUE_MAX, OPERATORS_MAX, type Operator, parseDate, parseSearch } from './operators.ts'

export interface ResolvedSearch {
  /** The words to search for. Empty if the search has only operators. */
  words: string
  /** Ids of members, any of whom is the author. Null for any author. */
  authors: string[] | null
  /** Ids of concepts, to any of which a post belongs. Null for any concept. */
  concepts: string[] | null
  /** Texts are from `since` on and before `until` (ISO 8601). */
  since: string | null
  until: string | null
  /** A sentence for each operator that was ignored. */
  problems: string[]
}

/** What a search without words and operators searches for. It finds nothing. */
const NOTHING = '!'

/** Looks up the names in a search's operators. Operators with invalid values are ignored. */
export async function resolveSearch(db: Kysely<DB>, search: string): Promise<ResolvedSearch> {
  const { words, operators } = parseSearch(search)
  const found = await Promise.all(
    operators.slice(0, OPERATORS_MAX).map((operator) => resolveOperator(db, operator)),
  )
  const problems = found.flatMap(({ problem }) => problem ?? [])
  if (operators.length > OPERATORS_MAX)
    problems.push(`A search can have at most ${OPERATORS_MAX} filters. The others were ignored.`)
  const idsOf = (kind: 'authors' | 'concepts') => {
    const lists = found.flatMap((each) => (each[kind] ? [each[kind]] : []))
    return lists.length > 0 ? [...new Set(lists.flat())] : null
  }
  const isRestricted = found.some(({ problem }) => problem === undefined)
  return {
    words: limitSearchWords(words) || (isRestricted ? '' : NOTHING),
    authors: idsOf('authors'),
    concepts: idsOf('concepts'),
    since:
      found
        .flatMap(({ since }) => since ?? [])
        .sort()
        .at(-1) ?? null,
    until: found.flatMap(({ until }) => until ?? []).sort()[0] ?? null,
    problems,
  }
}

interface ResolvedOperator {
  authors?: string[]
  concepts?: string[]
  since?: string
  until?: string
  problem?: string
}

async function resolveOperator(db: Kysely<DB>, { name, value, typed }: Operator): Promise<ResolvedOperator> {
  if (value === '') return { problem: `“${typed}” was ignored. Add a value, such as ${EXAMPLES[name]}.` }
  if (value.length > OPERATOR_VALUE_MAX)
    return { problem: `“${name}:” was ignored. Its value can have at most ${OPERATOR_VALUE_MAX} characters.` }
  if (name === 'author') {
    const authors = await findAuthors(db, value.replace(/^@/, ''))
    return authors.length > 0 ? { authors } : { problem: `“${typed}” was ignored. No member has this name.` }
  }
  if (name === 'in') {
    const concepts = await findConcepts(db, value)
    return concepts.length > 0
      ? { concepts }
      : { problem: `“${typed}” was ignored. No concept has this name.` }
  }
  const date = parseDate(value)
  if (!date) return { problem: `“${typed}” was ignored. Enter a date such as 2026-03-31, 2026-03 or 2026.` }
  return name === 'after' ? { since: date } : { until: date }
}

const EXAMPLES = {
  author: 'author:mara',
  in: 'in:ethics',
  before: 'before:2026-03-31',
  after: 'after:2026-03',
}

/** Maximum number of members with the same display name that a search considers. */
const NAMESAKES = sql.lit(20)

async function findAuthors(db: Kysely<DB>, name: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with typed as (select folded(${name}) as name),
    pattern as (select name, regexp_replace(name, '([\\\\%_])', '\\\\\\1', 'g') as literal from typed
      where char_length(name) >= ${sql.lit(MEMBER_SEARCH_MIN)}),
    called as (
      (select p.id from profiles p where lower(p.username) = lower(${name}))
      union
      (select p.id from pattern, profiles p
      where p.searched_names like '%' || pattern.literal || '%' and folded(p.full_name) = pattern.name
      limit ${NAMESAKES}))
    select id from called where exists (select from users u where u.id = called.id and u.email_verified)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

async function findConcepts(db: Kysely<DB>, name: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from concepts where folded(name) = folded(${name}) limit ${sql.lit(OPERATORS_MAX)}`.execute(db)
  return rows.map(({ id }) => id)
}
