import { call, type InferRouterInputs } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../../tests/world.ts'
import { router } from '../../../app/router.server.ts'
import type { PostSummary } from '../contract.ts'

type Input = InferRouterInputs<typeof router>['posts']['list']

let world: World
let ids: Record<string, string>

const TEXTS = {
  goedel: ['A question from Brăila', 'A naïve question: why did Gödel laugh?'],
  memory: ['Memory implants, one year on', 'What the implants remembered, and what I did not.'],
  mention: ['Other matters', 'Somebody mentioned a memory of implants in passing, late in a long text.'],
  chinese: ['关于意识的一个问题', '人工智能会有意识吗？我不知道。'],
  japanese: ['歩くこと', '今日は自分の足で歩いた、と患者さんは言った。'],
  korean: ['오가노이드', '의식이 없다고 확신한다면 이름이 왜 문제가 되는가.'],
  markup: ['Writing <b>bold</b> & such', 'Use <mark>tags</mark> & "quotes" in zebra talk.'],
  short: ['AI', 'IT is what it is.'],
}

beforeAll(async () => {
  world = await makeWorld()
  ids = {}
  for (const [name, [title, text]] of Object.entries(TEXTS))
    ids[name] = await write(title as string, text as string)
})
afterAll(() => world.close())

function write(title: string, text: string, more = {}) {
  const content = `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`
  return world.buildPost({ title, content, content_text: text, ...more })
}

function list(input: Input) {
  return call(router.posts.list, input, { context: world.asContext(null) })
}

async function namesOf(search: string) {
  const { items } = await list({ search })
  return items.map((post) => Object.keys(ids).find((name) => ids[name] === post.id))
}

describe('finds', () => {
  test.each([
    ['words without their accents', 'braila godel', ['goedel']],
    ['accents where the text has them, or not', 'NAÏVE', ['goedel']],
    ['other forms of a word', 'remembering', ['memory']],
    ['a word still being typed', 'quest', ['goedel']],
    ['a word of two letters', 'ai', ['short']],
    ['two Chinese characters', '意识', ['chinese']],
    ['Chinese inside a longer word', '智能', ['chinese']],
    ['Japanese', '自分の足', ['japanese']],
    ['Korean in front of a particle', '의식', ['korean']],
    ['a phrase', '"memory of implants"', ['mention']],
    ['words but without one', 'implants -year', ['mention']],
    ['nothing for nonsense', 'xyzzyplugh', []],
    ['nothing for signs alone', '!!! & | <->', []],
    ['words beside a character that no text can hold', 'braila\0godel', ['goedel']],
  ])('%s: %s', async (_, search, names) => {
    expect(await namesOf(search)).toEqual(names)
  })

  test('the best answer first, unless another order is asked for', async () => {
    expect(await namesOf('memory implants')).toEqual(['memory', 'mention'])
    const oldest = await list({ search: 'memory implants', sort: 'oldest' })
    expect(oldest.items[0]?.id).toBe(ids.memory)
    const newest = await list({ search: 'memory implants', sort: 'newest' })
    expect(newest.items[0]?.id).toBe(ids.mention)
  })
})

describe('the very words', () => {
  const others: string[] = []
  const HOUR = 3_600_000

  beforeAll(async () => {
    const old = { created_at: new Date(Date.now() - 2000 * HOUR).toISOString() }
    ids.gene = await write('What a gene is', 'Of peas.', old)
    for (let index = 0; index < 240; index++) {
      const title = index % 2 ? 'General generous generations' : 'A generic generator'
      others.push(await write(title, 'Generally so.'))
    }
  })
  afterAll(() => world.db.deleteFrom('posts').where('id', 'in', others).execute())

  test.each([{}, { author: 'mara' }])(
    'come before words that begin so, however new and many these are %j',
    async (more) => {
      const mine = await write('Gene', 'Mine.', { created_at: new Date(0).toISOString() })
      const found: string[] = []
      let cursor: string | undefined
      do {
        const page = await list({ search: 'gene', limit: 50, cursor, ...more })
        found.push(...page.items.map((post) => post.id))
        cursor = page.next ?? undefined
      } while (cursor)
      const exact = [mine, ids.gene]
      expect(found.slice(0, exact.length).sort()).toEqual(exact.sort())
      expect(new Set(found.slice(exact.length))).toEqual(new Set(others))
      expect(found).toHaveLength(exact.length + others.length)
      await world.db.deleteFrom('posts').where('id', '=', mine).execute()
    },
  )

  test('and others in one order where a time decides', async () => {
    const { items } = await list({ search: 'gene', sort: 'newest', limit: 1 })
    expect(items[0]?.id).toBe(others.at(-1))
  })
})

describe('names', () => {
  test('of authors and concepts find their posts, by any word and together with words of the text', async () => {
    const [concept] = await world.db
      .insertInto('concepts')
      .values({ name: 'Xenobotany', color: '#888888' })
      .returning('id')
      .execute()
    const author = await world.buildMember({ username: 'wilhelmina_k', full_name: 'Wilhelmina Kropotkin' })
    const by = await write('Moss', 'Soft ground.', { author_id: author.id })
    const in_ = await write('Lichen', 'Soft rocks.', { concept_ids: [concept?.id] })
    const found = async (search: string) => (await list({ search })).items.map((post) => post.id)
    expect(await found('kropotkin')).toEqual([by])
    expect(await found('Wilhelmina Kropotkin')).toEqual([by])
    expect(await found('wilhelmina soft')).toEqual([by])
    expect(await found('xenobotany')).toEqual([in_])
    expect(await found('soft -kropotkin')).toEqual([in_])
    await world.db
      .updateTable('profiles')
      .set({ full_name: 'Mina Bakunin' })
      .where('id', '=', author.id)
      .execute()
    expect(await found('kropotkin')).toEqual([])
    expect(await found('bakunin')).toEqual([by])
  })
})

describe('a search of common words', () => {
  const COMMON = 'the and it in to of that is was for one with on what be have you about my at'

  test('counts the first eight, so that a whole sentence finds something', async () => {
    const id = await write('Common', `Words: ${COMMON.split(' ').slice(0, 8).join(' ')}.`)
    expect((await list({ search: COMMON })).items.map((post) => post.id)).toEqual([id])
    await world.db.deleteFrom('posts').where('id', '=', id).execute()
  })
})

describe('highlights', () => {
  test('hits in title and text, and nothing elsewhere', async () => {
    const [post] = (await list({ search: 'naive braila' })).items
    expect(post?.title_highlight).toBe('A question from \uE000Brăila\uE001')
    expect(post?.preview_highlight).toContain('A \uE000naïve\uE001 question')
    const [mention] = (await list({ search: '"memory of implants"' })).items
    expect(mention).not.toHaveProperty('title_highlight')
  })

  test('leave markup that somebody wrote as it is', async () => {
    const [post] = (await list({ search: 'zebra bold' })).items
    expect(post?.title_highlight).toContain('<b>\uE000bold\uE001</b> &')
    expect(post?.preview_highlight).toContain('<mark>tags</mark> & "quotes" in \uE000zebra\uE001')
  })

  test('are around the hit, however far on in the text it is', async () => {
    const far = 'Ordinary sentences go on. '.repeat(80)
    const id = await write(
      'Far',
      `In the beginning. ${far}Then a Möbius strip of wonderful memories, read (aloud). ${far}`,
    )
    for (const [search, hit] of [
      ['mobius', '\uE000Möbius\uE001'],
      ['memory wonder', '\uE000wonderful\uE001 \uE000memories\uE001'],
      ['"strip of wonderful"', '\uE000strip\uE001 \uE000of\uE001 \uE000wonderful\uE001'],
      ['(aloud)', 'read (\uE000aloud\uE001)'],
    ]) {
      const { items } = await list({ search: search as string })
      const preview = items.find((post) => post.id === id)?.preview_highlight ?? ''
      expect(preview).toContain(hit)
      expect(preview).toMatch(/^… (Ordinary|sentences|go|on\.|Then) /)
      expect(preview.length).toBeLessThan(500)
    }
    await world.db.deleteFrom('posts').where('id', '=', id).execute()
  })

  test('two Chinese characters', async () => {
    const [post] = (await list({ search: '意识' })).items
    expect(post?.title_highlight).toBe('关于\uE000意识\uE001的一个问题')
  })
})

describe('pages of many matches', () => {
  const HOUR = 3_600_000
  const MATCHES = 230
  let written: string[]

  beforeAll(async () => {
    const [concept] = await world.db
      .insertInto('concepts')
      .values({ name: 'Tides', color: '#888888' })
      .returning('id')
      .execute()
    written = []
    for (let index = 0; index < MATCHES; index++) {
      const title = index % 9 === 0 ? 'Undertow' : 'Sea'
      const at = Date.now() - (MATCHES - index) * HOUR
      written.push(
        await write(title, `Undertow ${'and water '.repeat(index % 6)}${index}`, {
          created_at: new Date(at).toISOString(),
          votes_score: index % 4,
          concept_ids: index % 2 ? [concept?.id] : [],
        }),
      )
    }
    ids.concept = concept?.id as string
  })

  async function listAll(input: Input, between = async () => {}) {
    const items: PostSummary[] = []
    let cursor: string | undefined
    do {
      const page = await list({ search: 'undertow', ...input, cursor })
      items.push(...page.items)
      cursor = page.next ?? undefined
      await between()
    } while (cursor)
    return items.map((post) => post.id)
  }

  test.each(['relevance', 'newest', 'oldest', 'top', 'discussed', 'views', 'active'] as const)(
    'hold each match once when sorted by %s',
    async (sort) => {
      const found = await listAll({ sort, limit: 23 })
      expect(found).toHaveLength(MATCHES)
      expect(new Set(found)).toEqual(new Set(written))
      if (sort === 'newest') expect(found).toEqual(written.toReversed())
      if (sort === 'oldest') expect(found).toEqual(written)
    },
  )

  test('stay the same while somebody publishes more matches', async () => {
    const before = await listAll({ limit: 50 })
    const extra: string[] = []
    const during = await listAll(
      { limit: 50 },
      async () => void extra.push(await write('Undertow', 'Undertow')),
    )
    expect(during).toEqual(before)
    await world.db.deleteFrom('posts').where('id', 'in', extra).execute()
  })

  test('keep to a concept, a time and a member', async () => {
    expect(await listAll({ concepts: ids.concept ?? '' })).toHaveLength(MATCHES / 2)
    expect(await listAll({ time: 'day' })).toHaveLength(23)
    expect(await listAll({ author: 'mara', limit: 50 })).toHaveLength(MATCHES)
    expect(await listAll({ author: 'ada' })).toEqual([])
    expect(await listAll({ author: 'nobody' })).toEqual([])
  })
})
