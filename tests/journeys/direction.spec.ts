import { directionsOf } from './directions.ts'
import { call, create } from './fixtures.ts'
import { expect, test } from './journey.ts'

const LANGUAGES = {
  Hebrew: {
    name: 'עדה לוין',
    title: 'על הזיכרון, ומה נשאר ממנו (חלק ב) — GPT',
    words: 'מילים שנכתבו בעברית, עם AI באמצע.',
    concept: 'תודעה',
  },
  Arabic: {
    name: 'ليلى حداد',
    title: 'عن الذاكرة، وما يبقى منها (الجزء ٢) — GPT',
    words: 'كلمات كتبت بالعربية، وفيها AI أيضا.',
    concept: 'الوعي',
  },
}

for (const [language, { name, title, words, concept }] of Object.entries(LANGUAGES))
  test(`words in ${language} run from right to left wherever they are shown`, { tag: '@all' }, async ({
    newMember,
    sql,
  }) => {
    test.slow()
    const [writer, reader] = [await newMember('writer'), await newMember('reader')]
    await call(writer.page, 'patch', 'me', {
      ...{ username: writer.member.username, full_name: name, bio: words, location: name },
    })
    const insert = `insert into concepts (name, color, description) values ($1, '#336699', $2) returning id`
    const { rows } = await sql(insert, [concept, words])
    const concept_ids = [rows[0].id]
    const content = `<p>${words}</p><ul><li>${words}</li><li>One in English</li></ul><blockquote><p>${words}</p></blockquote><p>And English.</p>`
    const post = await create(writer.page, 'posts', { title, content, concept_ids })
    const mine = await create(reader.page, 'posts', { title, content, concept_ids })
    await create(writer.page, `posts/${mine}/comments`, { content: `${words}\n\n> ${words}` })
    const parent_id = await create(reader.page, `posts/${post}/comments`, { content: words })
    await create(writer.page, `posts/${post}/comments`, { content: words, parent_id })
    const note = await create(writer.page, 'notes', { content: words })
    await create(writer.page, `conversations/${reader.member.username}/messages`, { content: words })
    await call(writer.page, 'put', `profiles/${reader.member.username}/follow`)
    await call(reader.page, 'put', `profiles/${writer.member.username}/follow`)
    await call(reader.page, 'put', `posts/${post}/bookmark`)
    const profile = `/profile/${writer.member.username}`
    const pages = [
      ...['/', '/forum', `/post/${post}`, `/post/${mine}`, `/post/${mine}/edit`, '/notes', `/notes/${note}`],
      ...[profile, `${profile}?tab=comments`, `${profile}?tab=notes`, `${profile}/followers`, '/concepts'],
      ...[`/concepts/${concept_ids[0]}`, `/messages?with=${writer.member.username}`, '/notifications'],
      ...[`/forum?search=${encodeURIComponent(title.split(' ')[1] ?? '')}`, '/bookmarks', '/community'],
    ]
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await reader.page.setViewportSize({ width, height })
      for (const path of pages) {
        await reader.page.goto(path)
        const at = `${path} at ${width} px`
        await expect.poll(async () => (await directionsOf(reader.page)).found, at).toBeGreaterThan(0)
        expect.soft((await directionsOf(reader.page)).wrong, at).toEqual([])
        if (path === `/post/${post}` || path === profile)
          expect.soft(await reader.page.title(), at).toMatch(/^\u2068.*\u2069 \| The Threshold$/)
      }
    }
    await sql('delete from concepts where id = $1', concept_ids)
  })
