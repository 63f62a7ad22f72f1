// @module-tag all
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  INDEXED_SOURCES,
  indexBatches,
  queueBatches,
  queueWordCount,
} from '../src/content/search/reindex.server.ts'
import { insertStarter } from '../src/db/starter/starter.server.ts'
import { insertComments, insertMembers, insertNotes, insertPosts } from '../src/shell/demo/insert.server.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { COUNTERS, INDEXES } from './filled-forum/derive.ts'
import { Prose } from './filled-forum/prose.ts'
import { Random } from './filled-forum/random.ts'

/** Texts with characters and forms that do not occur in the generated posts. */
const ODD_TEXTS = [
  '人工智能 and the mind',
  'Ｆｕｌｌ ｗｉｄｔｈ, naïve CAFÉ, İstanbul ß',
  'Мозг и сознание; Νεῦρα',
  'a I x — “” 42 … 🙂',
  `don't re-enter https://example.org/a_b?c=1 3.14 x86/64 ${'w'.repeat(50)}`,
]

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.db.destroy()
})

test('what is indexed in bulk is what the triggers make of it one by one', async () => {
  await write200Posts()
  await client.query('select add_up_search_words()')
  const oneByOne = await derived()
  expect(oneByOne.post_search?.length).toBe(199)
  expect(oneByOne.note_search?.length).toBe(50)
  expect(oneByOne.search_words?.length).toBeGreaterThan(1000)

  // Indexing a second time must not change existing index entries.
  await reindexed()
  expect(await derived()).toEqual(oneByOne)

  await client.query(`truncate post_search, comment_search, note_search, search_words, search_word_changes,
    post_rankings, concept_posts restart identity`)
  await client.query(`set session_replication_role = replica`)
  await client.query('update profiles set post_count = 0, comment_count = 0')
  const { rows: indexes } = await client.query(INDEXES, [['post_search', 'search_words'], []])
  expect(indexes.map(({ name }) => name).toSorted()).toEqual([
    'post_search_vector_index',
    'search_words_trigrams',
  ])
  for (const { drop } of indexes) await client.query(drop)
  await reindexed()
  for (const statement of COUNTERS) await client.query(statement)
  for (const { make } of indexes) await client.query(make)
  expect(await derived()).toEqual(oneByOne)
})

/** Indexes all content in batches of 7 rows, so that each of the three connections gets several batches. */
async function reindexed(): Promise<void> {
  await queueWordCount(database.db)
  for (const source of INDEXED_SOURCES) await queueBatches(database.db, source, 7)
  await indexBatches(database.db, 3)
}

async function write200Posts(): Promise<void> {
  const { db } = database
  const random = new Random(7)
  const prose = new Prose(random)
  await insertStarter(db)
  const members = await insertMembers(db, [{ username: 'ada' }, { username: 'bo_k' }, { username: 'mara' }])
  const { rows } = await client.query<{ id: string }>('select id from concepts order by name')
  const text = (n: number) => (n % 9 === 0 ? (ODD_TEXTS[(n / 9) % ODD_TEXTS.length] as string) : undefined)
  for (let n = 0; n < 200; n++) {
    const concept_ids = rows.slice(n % 7, (n % 7) + (n % 4)).map(({ id }) => id)
    const author_id = n % 11 === 0 ? null : members[n % 3]
    const content = `<p>${text(n) ?? prose.paragraphs(1 + random.below(9)).join('</p><p>')}</p>`
    const [post_id = ''] = await db
      .transaction()
      .execute((transaction) =>
        insertPosts(transaction, [
          { title: text(n + 3)?.trim() ?? prose.title(), content, author_id, concept_ids },
        ]),
      )
    const said = Array.from({ length: n % 4 }, (_, i) => text(n + i) ?? prose.title())
    if (said.length > 0)
      await insertComments(
        db,
        said.map((content, i) => ({ post_id, content, author_id: members[i % 3] })),
      )
    if (n % 4 === 0) await insertNotes(db, [{ content: text(n) ?? prose.title(), author_id: members[n % 3] }])
  }
  await client.query(`update posts set title = 'Another title', content_text = 'Wholly other words' where id in (
    select id from posts order by id offset 20 limit 5)`)
  await client.query(`update comments set content = 'Edited afterwards' where id in (
    select id from comments order by id offset 20 limit 5)`)
  // Deletes the last post, which leaves a stub. Its number in the search index is then unused.
  await client.query('select delete_post(id) from posts order by id desc limit 1')
}

const DERIVED = {
  search_batches: 'select * from search_batches',
  post_search: 'select * from post_search order by n',
  comment_search: 'select * from comment_search order by n',
  note_search: 'select * from note_search order by n',
  search_words: 'select * from search_words order by word',
  search_word_changes: 'select * from search_word_changes',
  post_rankings: 'select * from post_rankings order by scope, post_id',
  concept_posts:
    'select concept_id, sum(posts)::int as posts from concept_posts group by concept_id having sum(posts) > 0 order by 1',
  profiles: 'select id, post_count, comment_count from profiles order by id',
}

async function derived() {
  const tables: Record<string, unknown[]> = {}
  for (const [table, statement] of Object.entries(DERIVED))
    tables[table] = (await client.query(statement)).rows
  return tables
}
