import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type CanarySubject, filePaths, findLeaks, pagePaths } from '../attacks/canary-channels.ts'
import { call, create } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { startSecondNode } from './second-node.ts'

// Expects console errors. Chromium logs requests for removed content, and those without a connection.
test.use({ expected: [/status of (404|410|503)|ERR_INTERNET_DISCONNECTED|ERR_FAILED/] })

const BASE_URL = process.env.BASE_URL ?? ''
const OUTBOX = join(process.env.DATA_DIR ?? '', 'outbox')
const WHY = { reason: 'Spam.' }

/** Paths that must show the words while they are public. Otherwise, wrong paths would prove nothing later. */
const SHOWN = {
  post: [
    /^\/post\/[\w-]+$/,
    /^\/posts\/latest$/,
    /^\/forum\?search=\w+$/,
    /^\/profile\/\w+$/,
    /^\/concepts\/[\w-]+$/,
    /^\/feeds\/latest\.atom$/,
    /^\/feeds\/members\/\w+\.json$/,
    /^\/feeds\/concepts\/[\w-]+\.atom$/,
    /^\/opensearch\/suggestions/,
  ],
  comment: [
    /^\/post\/[\w-]+$/,
    /\/history\?comment=/,
    /^\/profile\/\w+\?tab=comments$/,
    /^\/forum\?search=\w+&in=comments$/,
  ],
  note: [/^\/notes$/, /^\/notes\/[\w-]+$/, /^\/profile\/\w+\?tab=notes$/, /^\/forum\?search=\w+&in=notes$/],
  former: [/^\/post\/[\w-]+\/history$/, /\/history\?comment=/],
  biography: [/^\/profile\/\w+$/],
}

type Words = Record<keyof typeof SHOWN, string>

test('what was taken out is on no page, in no feed and in no mail, on either node', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  test.slow()
  const { page: theirs, member: author } = await newMember('quetzal')
  const { page: staffs, member } = await newMember('warden')
  await sql(MODERATOR, [member.username])
  const concept = (await sql('select id from concepts order by id limit 1')).rows[0].id
  const words = newWords()
  const secrets = Object.values(words)
  const of = await write(theirs, staffs, words, {
    username: member.username,
    other: author.username,
    concept,
  })
  const paths = [...new Set(of.flatMap((looked) => [...pagePaths(looked), ...filePaths(looked)]))]
  const node = await startSecondNode()
  try {
    for (const url of [BASE_URL, node.url])
      await test.step(`${url} shows it, and keeps what it shows`, () => expectShown(url, paths, words))
    const { ownPost: post, note } = of[0]
    const image = imageOf(await textAt(BASE_URL)(`/post/${post}`))
    expect((await fetch(BASE_URL + image)).status).toBe(200)

    await call(theirs, 'patch', 'me', { username: author.username, bio: 'Something else.' })
    await call(staffs, 'put', `comments/${of[1].editedComment}/removal`, WHY)
    await call(staffs, 'put', `notes/${note}/removal`, WHY)
    await call(staffs, 'put', `posts/${post}/removal`, WHY)

    // Waits until the second node knows of the last removal. By then, it knows of the earlier ones, too.
    const status = async () => (await fetch(`${node.url}/post/${post}`)).status
    await expect.poll(status, { timeout: 1000, intervals: [20] }).toBe(410)
    for (const url of [BASE_URL, node.url]) {
      expect(await findLeaks(paths, secrets, textAt(url)), url).toEqual([])
      expect((await fetch(url + image, { redirect: 'manual' })).status, url).toBe(410)
    }
    const mail = (name: string) => readFile(join(OUTBOX, name), 'utf8')
    expect(await findLeaks(await readdir(OUTBOX).catch(() => []), secrets, mail)).toEqual([])
  } finally {
    await node.stop()
  }
})

test.describe('a page kept on the device', () => {
  test.use({ serviceWorkers: 'allow' })

  test('has none of it after the next visit', { tag: '@all' }, async ({ newMember, sql }) => {
    const { page: theirs } = await newMember('quetzal')
    const { page: staffs, member } = await newMember('warden')
    const { page } = await newMember('traveller')
    await sql(MODERATOR, [member.username])
    const { post: word, comment: remark } = newWords()
    const post = await create(theirs, 'posts', { title: `On ${word}`, content: `<p>Of ${word}.</p>` })
    const other = await create(theirs, 'posts', { title: 'On what stays', content: '<p>Words.</p>' })
    const comment = await create(theirs, `posts/${other}/comments`, { content: `Of ${remark}.` })
    const keptWith = (words: string) => page.evaluate(pathsOnDevice, words)
    const paths = ['/', `/post/${other}`, `/post/${post}`]
    for (const path of paths) {
      await page.goto(path)
      const { pathname } = new URL(page.url())
      await expect.poll(() => page.evaluate(isOnDevice, pathname), { timeout: 30_000 }).toBe(true)
    }
    expect(await keptWith(word)).toContainEqual(expect.stringContaining(`/post/${post}/`))
    expect(await keptWith(remark)).toContain(`/post/${other}/on-what-stays`)

    await call(staffs, 'put', `posts/${post}/removal`, WHY)
    await call(staffs, 'put', `comments/${comment}/removal`, WHY)
    await page.goto('/')
    await page.goto(`/post/${other}`)
    await expect(page.locator(`#comment-${comment}`)).toContainText('Removed by a moderator')
    await page.goto(`/post/${post}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A moderator removed this post.')
    for (const gone of [word, remark]) await expect.poll(() => keptWith(gone)).toEqual([])
    await page.context().setOffline(true)
    for (const path of ['/', `/post/${other}`]) {
      await page.goto(path)
      expect(await findLeaks([path], [word, remark], () => page.content())).toEqual([])
    }
  })
})

const MODERATOR =
  "insert into user_roles (user_id, role) select id, 'moderator' from profiles where username = $1"

/** Returns unique words to search responses for. They have only letters, so that no response escapes them. */
function newWords(): Words {
  const letters = [...crypto.randomUUID().replaceAll('-', '')].map(
    (digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)],
  )
  const id = letters.slice(0, 12).join('')
  return {
    post: `titulus${id}`,
    comment: `glossa${id}`,
    note: `schedula${id}`,
    biography: `vita${id}`,
    former: `pristina${id}`,
  }
}

type Looker = Pick<CanarySubject, 'username' | 'other' | 'concept'>

/**
 * Writes the content. Returns ids and names, with which to build paths for the post and for the comment. Adds
 * votes, because edits only leave a revision if others have reacted.
 */
async function write(
  page: Page,
  other: Page,
  words: Words,
  looker: Looker,
): Promise<readonly [CanarySubject, CanarySubject]> {
  const lure = `esca${words.post.slice('titulus'.length)}`
  await call(page, 'patch', 'me', { username: looker.other, bio: `${lure} ${words.biography}` })
  const post = { title: `${lure} ${words.post}`, concept_ids: [looker.concept] }
  const ownPost = await create(page, 'posts', { ...post, content: `<p>${words.former}</p>` })
  await call(other, 'put', `posts/${ownPost}/vote`, { vote_type: 1 })
  await call(page, 'patch', `posts/${ownPost}`, { content: `<p>${lure} ${words.post}.</p>` })
  const harmless = { title: 'On what stays', content: '<p>Words.</p>' }
  const discussed = await create(page, 'posts', harmless)
  const editedComment = await create(page, `posts/${discussed}/comments`, { content: words.former })
  await call(other, 'put', `comments/${editedComment}/vote`, { vote_type: 1 })
  await call(page, 'patch', `comments/${editedComment}`, { content: `${lure} ${words.comment}.` })
  const note = await create(page, 'notes', { content: `${lure} ${words.note}.` })
  const looked = { ...looker, lure, ownPost, removedPost: ownPost, editedComment, note }
  return [
    { ...looked, post: ownPost },
    { ...looked, post: discussed },
  ]
}

async function expectShown(url: string, paths: string[], words: Words): Promise<void> {
  const shown = await findLeaks(paths, Object.values(words), textAt(url))
  for (const kind of Object.keys(SHOWN) as (keyof Words)[]) {
    const found = shown.filter(({ word }) => word === words[kind]).map(({ path }) => path)
    const missed = SHOWN[kind].filter((pattern) => !found.some((path) => pattern.test(path)))
    expect.soft(missed, `${kind} was found at ${found}`).toEqual([])
  }
}

/** Returns a function that requests a path as a guest, without cookies, and returns the text. */
function textAt(url: string) {
  return async (path: string) => (await fetch(url + path)).text()
}

function imageOf(html: string): string {
  const [, address = ''] = /<meta property="og:image" content="[^"]*?(\/post\/[^"]+)"/.exec(html) ?? []
  expect(address).toMatch(/\.png$/)
  return address
}

async function isOnDevice(path: string): Promise<boolean> {
  return (await caches.match(path)) !== undefined
}

/** Returns the paths of cached responses that contain this word, except for assets. Runs in the page. */
async function pathsOnDevice(word: string): Promise<string[]> {
  const shelves = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
  const requests = await Promise.all(shelves.map((shelf) => shelf.keys()))
  const kept = requests.flat().filter(({ url }) => !url.includes('/assets/'))
  const texts = await Promise.all(kept.map(async (request) => (await caches.match(request))?.text()))
  return kept.filter((_, n) => texts[n]?.includes(word)).map(({ url }) => new URL(url).pathname)
}
