import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { isAfter, type Page, toPage } from '../../platform/keyset.server.ts'
import { type Cursor, writeCursor } from '../../platform/keyset.ts'
import { memberColumns } from '../authors/sql.server.ts'
import { MEMBER_SEARCH_MIN } from '../profiles/policy.ts'
import type { FoundPerson } from './contract.ts'
import { RESULTS_PAGE } from './policy.ts'

/** How many names that contain the text are looked at: who is called like thousands is found by typing on. */
const CANDIDATES = sql.lit(200)
/** Before all who are followed: whose name begins so, and before those who is called just so. */
const [SAME, BEGINS] = [sql.lit(2 ** 30), sql.lit(2 ** 29)]

/** Members whose name contains the text, as searchMembers() finds them, in an order that a cursor can go on in. */
export async function searchPeople(
  db: Kysely<DB>,
  search: string,
  cursor: Cursor | undefined,
): Promise<Page<FoundPerson>> {
  const { rows } = await sql<FoundPerson & { place: number }>`
    select * from (${peopleCalled(search)}) as people where ${isAfter(cursor, { key: 'place' })}
    order by place desc, id desc limit ${sql.lit(RESULTS_PAGE + 1)}`.execute(db)
  const page = toPage(rows, RESULTS_PAGE, ({ id, place }) => writeCursor({ order: 'top', key: place, id }))
  return { ...page, items: page.items.map(({ place: _, ...person }) => person) }
}

/** Rows of members with their place; for a `from`. */
export function peopleCalled(search: string): RawBuilder<unknown> {
  const text = search.replace(/^@/, '')
  return sql`
    with typed as (select folded(${text}) as text),
    pattern as (select text, regexp_replace(text, '([\\\\%_])', '\\\\\\1', 'g') as literal from typed
      where char_length(btrim(text)) >= ${sql.lit(MEMBER_SEARCH_MIN)}),
    found as (
      (select p.id from pattern, profiles p where lower(p.username) = lower(${text}))
      union
      (select p.id from pattern, profiles p
      where p.searched_names like '%' || pattern.literal || '%'
      limit ${CANDIDATES}))
    select ${memberColumns}, p.bio, p.followers_count,
      case when lower(p.username) = lower(${text}) then ${SAME}
        when starts_with(folded(p.username), pattern.text)
          or starts_with(folded(coalesce(p.full_name, '')), pattern.text) then ${BEGINS}
        else 0 end + least(p.followers_count, ${BEGINS} - 1) as place
    from pattern, found join profiles p on p.id = found.id join users u on u.id = p.id
    where u.email_verified`
}
