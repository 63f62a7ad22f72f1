import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../../db/types.ts'
import type { Page } from '../../../platform/keyset.server.ts'
import { stripMarkup } from '../../../shared/markup/preview.ts'
import { type SummaryRow, summaryColumns, toSummary } from '../card/summary-sql.server.ts'
import type { PostSummary } from '../contract.ts'
import { writePostCursor } from '../list/cursor.ts'
import { inOrder, isAfterPostSql, type ListFilter, periodStartSql, sortKey } from '../list/list-sql.server.ts'
import type { Sort, TimeFilter } from '../policy.ts'
import { type ResolvedSearch, resolveSearch } from './resolve-search.server.ts'

type SearchFilter = Omit<ListFilter, 'sort' | 'pinnedFirst'> & { sort: Sort; resolved: ResolvedSearch }

interface HitRow extends SummaryRow {
  title_highlight: string
  preview_highlight: string
  is_author_match: boolean
  is_concept_match: boolean
  sort_key: string | number
}

interface Row extends Partial<HitRow> {
  floor: number
  before: number
  has_more: boolean
}

/**
 * Returns a page of search results with one statement. Reads matches in windows of 200 or 1,000 posts, newest
 * first (see walk_posts_where()), and sorts each window. The order is exact unless a word is too common for one
 * window. The cursor contains the window's bounds, so that new posts don't shift it.
 */
export async function searchPosts(
  db: Kysely<DB>,
  { search, ...asked }: Omit<SearchFilter, 'resolved'> & { search: string },
): Promise<Page<PostSummary>> {
  const filter = { ...asked, resolved: await resolveSearch(db, search) }
  const { resolved, sort, limit } = filter
  const { rows } = await sql<Row>`
    with matches as materialized (${matchesOf(filter)}),
      borders as materialized (${borders(filter)}),
      page as materialized (${pageOf(filter)}),
      terms as materialized (select * from search_terms(${resolved.words})),
      named as materialized (${namedIn(resolved.words)})
    select ${summaryColumns}, ${sortKey(sort)}, borders.*,
      p.author_id = any (named.ids) as is_author_match,
      exists (select from post_concepts c where c.post_id = p.id and c.concept_id = any (named.ids)) as is_concept_match,
      search_headline(p.title, terms.wanted, terms.runs, terms.joined, true) as title_highlight,
      search_headline(search_excerpt(p.content_text, terms.roots, terms.joined), terms.wanted, terms.runs, terms.joined, false)
        as preview_highlight
    from terms cross join named cross join borders left join page on true left join posts p on p.id = page.post_id
      left join profiles a on a.id = p.author_id
    order by ${inOrder(sort, 'page')}`.execute(db)
  const hits = rows.filter(isHit)
  return { items: hits.slice(0, limit).map(toHit), next: nextOf(rows[0], hits, filter) }
}

function windowOf(sort: Sort): number {
  return sort === 'relevance' || sort === 'newest' ? 200 : 1000
}

function matchesOf({ resolved, sort, time, concepts, author, cursor }: SearchFilter): RawBuilder<unknown> {
  const search = {
    resolved,
    time,
    concepts,
    before: cursor?.window?.before,
    size: windowOf(sort) + 1,
    isExactFirst: sort === 'relevance',
  }
  if (!author) return sql`select post_id, n, rank from ${foundPostsSql(search)}`
  return sql`
    select post_id, n, rank from profiles a cross join lateral ${foundPostsSql({ ...search, author: sql`array[a.id]` })}
    where lower(a.username) = lower(${author})`
}

interface PostSearch {
  resolved: ResolvedSearch
  time?: TimeFilter
  /** Ids of concepts, besides those of the search's operators. An empty array selects all posts. */
  concepts?: string[]
  /** Array of ids of authors, besides those of the search's operators. */
  author?: RawBuilder<unknown>
  before?: number | undefined
  size: number
  isExactFirst: boolean
}

export function foundPostsSql(search: PostSearch): RawBuilder<unknown> {
  const {
    resolved,
    time = 'all',
    concepts = [],
    author = sql`null`,
    before = null,
    size,
    isExactFirst,
  } = search
  const { words, since, until } = resolved
  return sql`search_posts(
    ${words},
    author_and_concepts(${resolved.authors}::uuid[], ${resolved.concepts}::uuid[])
      && author_and_concepts(${author}::uuid[], ${concepts.length > 0 ? concepts : null}::uuid[]),
    greatest(${periodStartSql(time)}, ${since}::timestamptz), ${until}::timestamptz,
    ${before}::bigint, ${sql.lit(size)}, ${sql.lit(isExactFirst)})`
}

/** Selects the ids of the authors and concepts that have one of the words in their name. */
function namedIn(words: string): RawBuilder<unknown> {
  return sql`
    select array(select name[1]::uuid from regexp_matches(exact::text, '#[ac]:([0-9a-f-]{36})', 'g') as name) as ids
    from post_queries(${words})`
}

/** Bounds of the window: from the cursor or, on the first page of a window, from its matches. */
function borders({ sort, cursor }: SearchFilter): RawBuilder<unknown> {
  const newest = sql`select n from matches order by n desc limit ${windowOf(sort)}`
  return sql`
    select floor, before, exists (select from matches where n < floor) as has_more from (select
      coalesce(${cursor?.window?.floor ?? null}::bigint, (select min(n) from (${newest}) as newest), 0) as floor,
      coalesce(${cursor?.window?.before ?? null}::bigint, (select max(n) + 1 from matches), 1) as before) as those`
}

function pageOf({ sort, cursor, limit }: SearchFilter): RawBuilder<unknown> {
  return sql`
    select * from (
      select m.post_id, m.rank, r.created_at, r.votes_score, r.comment_count, r.view_count, r.active_at
      from matches m join post_rankings r on r.post_id = m.post_id and r.scope = whole_forum()
      where m.n >= (select floor from borders)) as found
    where ${isAfterPostSql(cursor, sort)} order by ${inOrder(sort)} limit ${limit + 1}`
}

function nextOf(row: Row | undefined, hits: HitRow[], { sort, limit }: SearchFilter): string | null {
  if (!row) return null
  const last = hits.length > limit ? hits[limit - 1] : undefined
  const { before, floor, has_more } = row
  if (last) return writePostCursor({ sort, key: last.sort_key, id: last.id, window: { before, floor } })
  return has_more ? writePostCursor({ sort, window: { before: floor } }) : null
}

/** A page without results still has one row, which contains only the window's bounds. */
function isHit(row: Row): row is Row & HitRow {
  return row.id != null
}

function toHit(row: HitRow): PostSummary {
  const summary = toSummary(row)
  const title = textWithHits(row.title_highlight)
  const preview = textWithHits(stripMarkup(row.preview_highlight))
  return {
    ...summary,
    ...(title && { title_highlight: title }),
    ...(preview && { preview_highlight: withDots(preview, summary.preview) }),
    matches: [
      ...(title ? (['title'] as const) : []),
      ...(preview ? (['text'] as const) : []),
      ...(row.is_author_match ? (['author'] as const) : []),
      ...(row.is_concept_match ? (['concept'] as const) : []),
    ],
  }
}

/** Characters that search_headline() puts around each match (see HighlightedText). */
const MARKS = /[\uE000\uE001]/g

/** Returns the text on one line, or undefined if it contains no match. */
export function textWithHits(marked: string): string | undefined {
  const text = collapseWhitespace(marked)
  return text.search(MARKS) >= 0 ? text : undefined
}

/** Adds ellipses at the ends where the excerpt was cut. */
export function withDots(excerpt: string, text: string): string {
  const plain = excerpt.replace(MARKS, '')
  const before = text.startsWith(plain.slice(0, 20)) ? '' : '… '
  const after = text === plain ? '' : ' …'
  return before + excerpt + after
}

export function collapseWhitespace(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
