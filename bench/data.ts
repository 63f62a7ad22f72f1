import { createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { Prose } from './prose.ts'
import { Random } from './random.ts'

const DAY = 86_400_000
const YEARS = 3

/** A member who may write: what the load tools need to act as one. */
const tokenOf = (member: number) => `bench-session-${member}`
/** What the measured forum signs its sessions with. */
export const AUTH_SECRET = 'bench'.repeat(8)
/** The bearer token of a member: the session's, signed as the forum does it (session-cookie.server.ts). */
export function bearerOf(member: number): string {
  const token = tokenOf(member)
  return encodeURIComponent(`${token}.${createHmac('sha256', AUTH_SECRET).update(token).digest('base64')}`)
}

/**
 * Fills an empty, migrated database with a forum of `posts` posts: ten posts a member, five comments and ten
 * votes a post, all skewed (a tenth of the members writes most, a few posts get most of the answers). COPY with
 * the triggers off, then counters, rankings and search in bulk: minutes instead of hours.
 */
export async function fillDatabase(url: string, posts: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const categories = await client.query<{ id: string }>('select id from categories order by name')
    const forum = new Forum(
      posts,
      categories.rows.map(({ id }) => id),
    )
    await client.query('begin')
    for (const table of TABLES) await client.query(`alter table ${table} disable trigger user`)
    for (const table of TABLES) await copy(client, table, forum)
    await client.query(SESSIONS, [forum.memberIds, forum.memberIds.map((_, member) => tokenOf(member))])
    for (const statement of DERIVED) await client.query(statement)
    for (const table of TABLES) await client.query(`alter table ${table} enable trigger user`)
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

const COLUMNS = {
  users: ['id', 'name', 'email', 'email_verified', 'username'],
  profiles: ['id', 'username', 'full_name', 'created_at'],
  posts: ['id', 'title', 'content', 'content_text', 'category_id', 'author_id', 'view_count', 'created_at'],
  post_categories: ['post_id', 'category_id', 'position'],
  comments: ['id', 'post_id', 'parent_id', 'author_id', 'content', 'created_at'],
  votes: ['user_id', 'post_id', 'vote_type', 'created_at'],
} as const
type Table = keyof typeof COLUMNS
const TABLES = Object.keys(COLUMNS) as Table[]

async function copy(client: pg.Client, table: Table, forum: Forum) {
  const target = client.query(copyFrom(`copy ${table} (${COLUMNS[table].join()}) from stdin`))
  await pipeline(Readable.from(lines(forum[table]())), target)
}

function* lines(rows: Iterable<readonly (string | number | null)[]>) {
  for (const row of rows) yield `${row.map(cell).join('\t')}\n`
}

function cell(value: string | number | null) {
  if (value === null) return '\\N'
  return String(value).replace(/[\\\t\n\r]/g, (c) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n' })[c] ?? '\\r')
}

/** The rows of a forum, table by table; later tables refer to what earlier ones made. */
class Forum {
  readonly memberIds: string[]
  private readonly random = new Random(20_260_101)
  private readonly prose = new Prose(this.random)
  private readonly start = Date.now() - YEARS * 365 * DAY
  private readonly made: { id: string; created: number }[] = []
  private readonly count: number
  private readonly categories: string[]

  constructor(count: number, categories: string[]) {
    this.count = count
    this.categories = categories
    const members = Math.max(100, Math.floor(count / 10))
    this.memberIds = Array.from({ length: members }, (_, member) => this.random.id(this.start + member))
  }

  *users() {
    for (const [member, id] of this.memberIds.entries())
      yield [id, `Member ${member}`, `member${member}@bench.invalid`, 't', `member${member}`]
  }

  *profiles() {
    for (const [member, id] of this.memberIds.entries())
      yield [id, `member${member}`, `Member ${member}`, iso(this.start + member)]
  }

  *posts() {
    for (let post = 0; post < this.count; post++) {
      const created = this.start + (post / this.count) * YEARS * 365 * DAY
      const id = this.random.id(created)
      this.made.push({ id, created })
      const paragraphs = this.prose.paragraphs(4 + this.random.skewed(24))
      const html = paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('')
      const text = paragraphs.join('\n').slice(0, 10_000)
      yield [
        id,
        this.prose.title(),
        html,
        text,
        this.category(post, 0),
        this.member(),
        this.random.skewed(5000),
        iso(created),
      ]
    }
  }

  *post_categories() {
    for (const [post, { id }] of this.made.entries())
      for (let position = 0; position <= post % 3; position++)
        yield [id, this.category(post, position), position]
  }

  *comments() {
    for (const { id, created } of this.made) {
      let parent: string | null = null
      for (let left = this.random.skewed(33, 5.6); left > 0; left--) {
        const time = created + this.random.skewed(20 * DAY) + 1
        const comment = this.random.id(time)
        const reply = parent !== null && this.random.next() < 0.4
        yield [
          comment,
          id,
          reply ? parent : null,
          this.member(),
          this.prose.paragraphs(1 + this.random.below(4)).join('\n'),
          iso(time),
        ]
        if (!reply) parent = comment
      }
    }
  }

  *votes() {
    for (const { id, created } of this.made) {
      const first = this.random.below(this.memberIds.length)
      const votes = Math.min(this.random.skewed(70, 6), this.memberIds.length)
      for (let vote = 0; vote < votes; vote++) {
        const member = this.memberIds[(first + vote * 7) % this.memberIds.length] as string
        yield [member, id, this.random.next() < 0.85 ? 1 : -1, iso(created + this.random.skewed(30 * DAY))]
      }
    }
  }

  private member() {
    return this.memberIds[this.random.skewed(this.memberIds.length)] as string
  }

  private category(post: number, position: number) {
    return this.categories[(post * 7 + position * 5) % this.categories.length] as string
  }
}

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()
const escaped = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)

const SESSIONS = `insert into sessions (user_id, token, expires_at)
  select id, token, now() + interval '7 days' from unnest($1::uuid[], $2::text[]) as t (id, token)`

/** What the triggers would have kept. */
const DERIVED = [
  `update posts p set votes_score = v.score
    from (select post_id, sum(vote_type) as score from votes group by post_id) v where v.post_id = p.id`,
  `update posts p set comment_count = c.n, last_comment_at = c.latest
    from (select post_id, count(*) as n, max(created_at) as latest from comments group by post_id) c where c.post_id = p.id`,
  `update profiles p set post_count = c.n
    from (select author_id, count(*) as n from posts group by author_id) c where c.author_id = p.id`,
  `update profiles p set comment_count = c.n
    from (select author_id, count(*) as n from comments group by author_id) c where c.author_id = p.id`,
  `insert into post_rankings (scope, post_id, created_at, votes_score, comment_count, view_count, active_at)
    select whole_forum(), id, created_at, votes_score, comment_count, view_count, coalesce(last_comment_at, created_at)
    from posts
    union all select c.category_id, p.id, p.created_at, p.votes_score, p.comment_count, p.view_count,
      coalesce(p.last_comment_at, p.created_at)
    from post_categories c join posts p on p.id = c.post_id`,
  `insert into category_posts (category_id, posts)
    select category_id, count(*) from post_categories group by category_id`,
  'select index_post(id) from posts order by id',
  `insert into comment_search (id, n, search_vector)
    select id, n, remark_document(n, content) from (
      select id, content, nextval(pg_get_serial_sequence('comment_search', 'n')) as n
      from (select id, content from comments order by created_at, id) as sorted) as numbered`,
  `insert into search_words (word, holders)
    select word, count(*) from (
      select title || ' ' || content_text as content from posts union all select content from comments) as written
    cross join unnest(words_of(content)) as word group by word on conflict (word) do update set holders = excluded.holders`,
]
