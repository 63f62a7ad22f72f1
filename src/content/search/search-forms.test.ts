import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'

/** Pairs of equivalent spellings. A search for either one finds the other. */
const SAME = [
  ['COVID-19', 'covid 19'],
  ['COVID-19', 'covid19'],
  ['COVID–19', 'covid-19'],
  ['Node.js', 'node js'],
  ['Node.js', 'nodejs'],
  ['GPT-4o', 'GPT4o'],
  ['GPT-4o', 'gpt 4o'],
  ['IL-6', 'IL6'],
  ["O'Brien", 'OBrien'],
  ['O’Brien', "o'brien"],
  ['TCP/IP', 'tcp ip'],
  ['AT&T', 'ATT'],
  ['snake_case', 'snake case'],
  ['snake_case', 'snakecase'],
  ['1,000,000', '1000000'],
  ['1\u202f000\u202f000', '1000000'],
  ['1.000.000', '1,000,000'],
  ['nature.com', 'nature com'],
  ['https://www.nature.com/articles/s41586-020-2649-2', 'nature.com/articles/s41586-020-2649-2'],
  ['ada.lovelace@example.org', 'ada lovelace example org'],
  ['10.1038/s41586-020', '10 1038 s41586 020'],
  // Pairs that differ in case, accents, marks and invisible characters.
  ['İstanbul', 'istanbul'],
  ['IŞIK', 'ışık'],
  ['Diyarbakır', 'diyarbakir'],
  ['naïve', 'nai\u0308ve'],
  ['ẹ̀kọ́', 'eko'],
  ['Yorùbá', 'yoruba'],
  ['con\u00adscious\u00adness', 'consciousness'],
  ['con\u200bscious', 'conscious'],
  ['\ufeffmind\u2060set', 'mindset'],
  ['за́мок', 'замок'],
  ['مُحَمَّد', 'محمد'],
  ['أحمد', 'احمد'],
  ['كتـــاب', 'كتاب'],
  ['می\u200cخواهم', 'می خواهم'],
  ['می\u200cخواهم', 'میخواهم'],
  ['يک', 'یک'],
  ['שָׁלוֹם', 'שלום'],
  ['ज़िंदगी', 'जिंदगी'],
  ['क\u094d\u200dष', 'क\u094dष'],
  ['Ｆｕｌｌ', 'full'],
  ['👍🏽', '👍'],
  ['❤️', '❤'],
] as const

/** Pairs of a text and a part of it. A search for the part must find the text. */
const PART = [
  ['https://www.nature.com/articles/s41586-020-2649-2?utm=x', 'nature.com'],
  ['https://www.nature.com/articles/s41586-020-2649-2', 's41586-020-2649-2'],
  ['https://www.nature.com/articles/s41586-020-2649-2', 'https://www.nature.com/articles/s41586-020-2649-2'],
  ['https://example.org/a_(b)?c=d&e=f#g', 'https://example.org/a_(b)?c=d&e=f#g'],
  ['nature.com', 'https://nature.com'],
  ['TCP/IP', 'tcp'],
  ['ada.lovelace@example.org', 'lovelace'],
  ['ada.lovelace@example.org', 'example.org'],
  ['ada.lovelace@example.org', 'ada.lovelace@example.org'],
  ['हिन्दी किताब', 'किताब'],
  ['हिन्दी किताब', 'हिन्दी'],
  ['বাংলা ভাষা', 'বাংলা'],
  ['தமிழ் மொழி', 'தமிழ்'],
  ['ฉันพูดภาษาไทยได้', 'ภาษาไทย'],
  ['ฉันมีหนังสือ', 'มี'],
  ['ຂ້ອຍເວົ້າພາສາລາວ', 'ພາສາ'],
  ['မြန်မာဘာသာ', 'ဘာသာ'],
  ['ភាសាខ្មែរ', 'ខ្មែរ'],
  ['ދިވެހި ބަސް', 'ދިވެހި'],
  ['关于意识的问题', '意识'],
  ['今日は自分の足で歩いた', '自分の足'],
  ['의식이 없다고', '의식'],
  ['👩🏽‍💻 at work', '👩‍💻'],
  ['we 🇩🇪 won', '🇩🇪'],
  ['great👍', 'great'],
  ['great👍', '👍'],
  ['the GPT-4o model', '"gpt-4o model"'],
  ['the COVID-19 wave', 'covid-1'],
  ['<b>bold</b>', 'bold'],
] as const

/** Pairs of similar texts. A search for one must not find the other. */
const OTHER = [
  ['किताब', 'कतब'],
  ['माल', 'मील'],
  ['🇩🇪🇫🇷', '🇪🇫'],
  ['js of a node', 'node.js'],
  ['nature and com', 'nature.com'],
  ['the GPT4 model', 'gpt-4o'],
  ['👍', '👎'],
  ['ภาษา', 'ไทย'],
] as const

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const visitor = () => ({ context: world.asContext(null) })

/** Stores a text as post title, post content, comment and note. Returns which of them the search finds. */
async function foundAs(text: string, search: string): Promise<string[]> {
  const author = world.people.author
  const other = await world.buildPost({ author, title: 'Nothing of it', content_text: 'Nothing of it' })
  const ids = {
    title: await world.buildPost({ author, title: `A ${text} z`, content_text: 'Nothing of it' }),
    content: await world.buildPost({ author, title: 'Nothing of it', content_text: `A ${text} z` }),
    comment: await world.buildComment({ post_id: other, author, content: `A ${text} z` }),
    note: await world.buildNote({ author, content: `A ${text} z` }),
  }
  const lists = [router.posts.list, router.searches.comments, router.searches.notes]
  const answers = await Promise.all(lists.map((list) => call(list as never, { search } as never, visitor())))
  const items = answers.flatMap((answer) => (answer as { items: { id: string }[] }).items)
  const found = new Set(items.map(({ id }) => id))
  await world.db.deleteFrom('posts').where('id', 'in', [ids.title, ids.content, other]).execute()
  await world.db.deleteFrom('notes').where('id', '=', ids.note).execute()
  return Object.entries(ids).flatMap(([kind, id]) => (found.has(id) ? [kind] : []))
}

const EVERYWHERE = ['title', 'content', 'comment', 'note']

test('is found, whichever of the two is written and which is searched for', async () => {
  for (const [one, other] of SAME) {
    expect.soft(await foundAs(one, other), `${one} by ${other}`).toEqual(EVERYWHERE)
    expect.soft(await foundAs(other, one), `${other} by ${one}`).toEqual(EVERYWHERE)
    expect.soft(await foundAs(one, one), `${one} by itself`).toEqual(EVERYWHERE)
  }
})

test('a text is found by what it holds', async () => {
  for (const [text, search] of PART)
    expect.soft(await foundAs(text, search), `${text} by ${search}`).toEqual(EVERYWHERE)
})

test('words that differ stay apart', async () => {
  for (const [text, search] of OTHER)
    expect.soft(await foundAs(text, search), `${text} by ${search}`).toEqual([])
})

test('what is left out is left out in every form', async () => {
  expect(await foundAs('GPT4o test', 'test -gpt-4o')).toEqual([])
  expect(await foundAs('GPT-4o test', 'test -gpt4o')).toEqual([])
  expect(await foundAs('naïve test', 'test -naive')).toEqual([])
})

describe('people are found', () => {
  const NAMES = [
    ["Conan O'Brien", 'OBrien'],
    ["Conan O'Brien", 'o’brien'],
    ['Jean-Luc Picard', 'jean luc'],
    ['Jean-Luc Picard', 'jeanluc'],
    ['Dr. Ada Byron', 'dr ada'],
    ['İpek Şahin', 'ipek sahin'],
    ['ipek sahin', 'İPEK ŞAHİN'],
    ['Ọlá Ìgè', 'ola ige'],
    ['مُحَمَّد عليّ', 'محمد علي'],
    ['राम कुमार', 'कुमार'],
    ['田中太郎', '田中太'],
  ] as const

  test('by their full name', async () => {
    for (const [full_name, search] of NAMES) {
      const { id } = await world.buildMember({ username: `m${crypto.randomUUID().slice(0, 8)}`, full_name })
      const ofSearch = await call(router.searches.people, { search }, visitor())
      const ofMembers = await call(
        router.profiles.search,
        { search },
        { context: world.asContext(world.people.other) },
      )
      const label = `${full_name} by ${search}`
      expect
        .soft(
          ofSearch.items.map((person) => person.id),
          label,
        )
        .toContain(id)
      expect
        .soft(
          ofMembers.items.map((person) => person.id),
          label,
        )
        .toContain(id)
      await world.db.deleteFrom('users').where('id', '=', id).execute()
    }
  })

  test('by the username in parts and as one', async () => {
    const { id } = await world.buildMember({ username: 'grace_hopper-1' })
    for (const search of ['grace hopper', 'gracehopper', '@grace_hopper', 'hopper-1']) {
      const { items } = await call(router.searches.people, { search }, visitor())
      expect(
        items.map((person) => person.id),
        search,
      ).toContain(id)
    }
  })
})

describe('hits are marked as they were written', () => {
  const marked = async (title: string, search: string) => {
    const id = await world.buildPost({ title, content_text: 'x' })
    const { items } = await call(router.posts.list, { search }, visitor())
    await world.db.deleteFrom('posts').where('id', '=', id).execute()
    return items
      .find((post) => post.id === id)
      ?.title_highlight?.replaceAll('\uE000', '[')
      .replaceAll('\uE001', ']')
  }

  const MARKED = [
    ['A GPT-4o model', 'gpt4o', 'A [GPT-4o] model'],
    ['A GPT4o model', 'gpt-4o', 'A [GPT4o] model'],
    ['It costs 1,000,000 now', '1000000', 'It costs [1,000,000] now'],
    ['O’Brien wrote', 'obrien', '[O’Brien] wrote'],
    ['See https://www.nature.com/a for it', 'nature.com', 'See https://www.[nature].[com]/a for it'],
    ['On TCP/IP', 'tcp', 'On [TCP]/IP'],
    ['In İstanbul today', 'istanbul', 'In [İstanbul] today'],
    ['Re\u00admem\u00adbered <b>well</b>', 'remembering', '[Re\u00admem\u00adbered] <b>well</b>'],
    ['Ẹ̀kọ́ first', 'eko', '[Ẹ̀kọ́] first'],
    ['قال مُحَمَّد نعم', 'محمد', 'قال [مُحَمَّد] نعم'],
    ['हिन्दी किताब ज़िंदगी', 'जिंदगी', 'हिन्दी किताब [ज़िंदगी]'],
    ['ฉันพูดภาษาไทยได้', 'ภาษา', 'ฉันพูด[ภาษา]ไทยได้'],
    ['Nice 👍🏽 work', '👍', 'Nice [👍🏽] work'],
    ['👍 关于意识的一个 <i>', '意识', '👍 关于[意识]的一个 <i>'],
  ] as const

  test('in a title', async () => {
    for (const [title, search, shown] of MARKED) expect.soft(await marked(title, search), search).toBe(shown)
  })

  const FAR = [
    ['Re\u00admem\u00adbered', 'remembering'],
    ['مُحَمَّد', 'محمد'],
    ['IL-6', 'il6'],
    ['👍🏽', '👍'],
    ['ẹ̀kọ́', 'eko'],
    ['the GPT-4o model', '"gpt-4o model"'],
  ] as const

  test('far on in a long text', async () => {
    for (const [word, search] of FAR) {
      const far = 'Ordinary sentences go on. '.repeat(80)
      const id = await world.buildPost({ title: 'Far', content_text: `${far}Then ${word} came. ${far}` })
      const { items } = await call(router.posts.list, { search }, visitor())
      const preview = items.find((post) => post.id === id)?.preview_highlight ?? ''
      expect.soft(preview.replace(/[\uE000\uE001]/g, ''), search).toContain(`Then ${word} came.`)
      expect.soft(preview, search).toContain('\uE000')
      expect.soft(preview.length, search).toBeLessThan(500)
      await world.db.deleteFrom('posts').where('id', '=', id).execute()
    }
  })
})
