import type { Page } from '@playwright/test'
import { call, create } from './fixtures.ts'
import { awake } from './hands.ts'
import { expect, type Member, test } from './journey.ts'
import { deletions, toast } from './states.ts'

// Tests a session that ends while a member uses the page: it expires, or is ended on another device.
test.use({ expected: [/the server responded with a status of 401|net::ERR_FAILED/] })

const unique = (text: string) => `${text} ${crypto.randomUUID().slice(0, 8)}`

/** Opens a page and waits for its event stream. A stream opened later would report the ended session. */
async function open(page: Page, path: string) {
  const stream = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/live')
  await page.goto(path)
  await stream
}

/** Simulates an expired session after all initial requests. The page notices it on its next request. */
async function endSession(page: Page) {
  await awake(page)
  await page.context().clearCookies()
}

/** Signs in with the toast's button, which must lead back to the same URL. */
async function signInAgain(page: Page, { email, password }: Member) {
  const before = new URL(page.url())
  const region = page.getByRole('region', { name: 'What just happened' })
  await region.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/\/auth\?redirect=/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL((url) => url.pathname + url.search === before.pathname + before.search)
}

const publish = (page: Page, title = unique('Of sessions')) =>
  create(page, 'posts', { title, content: '<p>Something to act upon.</p>' })

interface Act {
  /** Creates the content as `author`. Returns the path of its page. */
  make: (author: Page, name: string) => Promise<string>
  button: (page: Page) => ReturnType<Page['getByRole']>
  asked: string
  done: string
  isDone: (button: ReturnType<Page['getByRole']>) => Promise<void>
}

const isPressed: Act['isDone'] = (button) => expect(button).toHaveAttribute('aria-pressed', 'true')

const ACTS: Record<string, Act> = {
  'a vote on a post': {
    make: async (author) => `/post/${await publish(author)}`,
    button: (page) =>
      page.getByRole('group', { name: 'Vote on this post' }).getByRole('button', { name: 'Vote up' }),
    asked: 'Please sign in to vote',
    done: 'Voted up',
    isDone: isPressed,
  },
  'a vote on a comment': {
    make: async (author) => {
      const post = await publish(author)
      await create(author, `posts/${post}/comments`, { content: 'One way to see it.' })
      return `/post/${post}`
    },
    button: (page) =>
      page.getByRole('group', { name: 'Vote on this comment' }).getByRole('button', { name: 'Vote down' }),
    asked: 'Please sign in to vote',
    done: 'Voted down',
    isDone: isPressed,
  },
  'a bookmark': {
    make: async (author) => `/post/${await publish(author)}`,
    button: (page) => page.getByRole('button', { name: 'Bookmark' }),
    asked: 'You must be signed in to bookmark posts',
    done: 'Post bookmarked',
    isDone: isPressed,
  },
  'a follow': {
    make: async (_author, name) => `/profile/${name}`,
    button: (page) => page.getByRole('main').getByRole('button', { name: /^(Unf|F)ollow$/ }),
    asked: 'Please sign in to follow users',
    done: 'Following user',
    isDone: (button) => expect(button).toHaveText('Unfollow'),
  },
  'a like': {
    make: async (author) => `/notes/${await create(author, 'notes', { content: unique('A thought') })}`,
    button: (page) =>
      page
        .getByRole('main')
        .getByRole('button', { name: /^Like, / })
        .first(),
    asked: 'Please sign in to like notes',
    done: 'Note liked',
    isDone: isPressed,
  },
}

for (const [name, { make, button, asked, done, isDone }] of Object.entries(ACTS)) {
  test(`${name} asks to sign in, and is done once that has happened`, { tag: '@all' }, async ({
    newMember,
  }) => {
    const { page: author, member: other } = await newMember('author')
    const { page, member } = await newMember('sleeper')
    const written: string[] = []
    page.on('response', (response) => {
      const isAct = response.request().method() !== 'GET' && !/\/(auth|views|read)\b/.test(response.url())
      if (isAct && response.ok()) written.push(response.url())
    })
    await open(page, await make(author, other.username))
    await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
    await endSession(page)
    await button(page).click()
    await expect(toast(page, 'Sign in required')).toBeVisible()
    await expect(toast(page, asked)).toBeVisible()
    await expect(page.getByText('Please try again later')).toHaveCount(0)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull()
    await signInAgain(page, member)
    await expect(toast(page, done)).toBeVisible()
    await isDone(button(page))
    await page.reload()
    await isDone(button(page))
    expect(written).toHaveLength(1)
  })
}

test('the page that learns of it by itself asks and remembers just so', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page: author } = await newMember('author')
  const { page, member } = await newMember('sleeper')
  const up = page.getByRole('group', { name: 'Vote on this post' }).getByRole('button', { name: 'Vote up' })
  await page.goto(`/post/${await publish(author)}`)
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
  await sql('delete from sessions where user_id = (select id from users where email = $1)', [member.email])
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await up.click()
  await expect(toast(page, 'Please sign in to vote')).toBeVisible()
  await signInAgain(page, member)
  await expect(up).toHaveAttribute('aria-pressed', 'true')
})

test('another member who signs in then does none of it', async ({ newMember }) => {
  const { page: author, member: other } = await newMember('author')
  const { page } = await newMember('sleeper')
  const post = await publish(author)
  await open(page, `/post/${post}`)
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
  await endSession(page)
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await expect(toast(page, 'Sign in required')).toBeVisible()
  await signInAgain(page, other)
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bookmark' })).toHaveAttribute('aria-pressed', 'false')
  expect(await page.evaluate(() => sessionStorage.getItem('deferred-act'))).toBeNull()
  expect((await (await page.request.get('/api/bookmarks')).json()).items).toEqual([])
})

test('words that were written meanwhile wait for their writer', { tag: '@all' }, async ({ newMember }) => {
  const { page: author, member: other } = await newMember('author', '/')
  const { page, member } = await newMember('sleeper')
  const forms = [
    {
      path: `/post/${await publish(author)}`,
      box: page.getByRole('textbox', { name: 'Your comment' }),
      send: 'Comment',
      asked: 'Please sign in to comment',
    },
    {
      path: '/notes',
      box: page.getByRole('textbox', { name: 'Your note' }),
      send: 'Post Note',
      asked: 'Please sign in to write notes',
    },
  ]
  for (const { path, box, send, asked } of forms) {
    const words = unique('Not to be lost')
    await open(page, path)
    await box.fill(words)
    await endSession(page)
    await page.getByRole('main').getByRole('button', { name: send, exact: true }).click()
    await expect(toast(page, 'Sign in required')).toBeVisible()
    await expect(toast(page, `${asked}. Your text is saved on this device.`)).toBeVisible()
    await signInAgain(page, member)
    await expect(box).toHaveValue(words)
  }
  const words = unique('A word between two')
  await open(page, `/messages?start=${other.username}`)
  const message = page.getByRole('textbox', { name: /^Message to/ })
  await message.fill(words)
  await endSession(page)
  await message.press('Enter')
  await expect(
    toast(page, 'Please sign in to send messages. Your text is saved on this device.'),
  ).toBeVisible()
  await signInAgain(page, member)
  await expect(page.getByText(words)).toBeVisible()
  await page.getByRole('button', { name: /again/i }).click()
  await expect(author.getByText('New message').first()).toBeVisible()
})

test('what needs a member and is no act to repeat asks too', { tag: '@all' }, async ({ newMember }) => {
  const { page, member } = await newMember('sleeper')
  const post = await publish(page)
  const comment = await create(page, `posts/${post}/comments`, { content: 'To be taken back.' })
  await open(page, `/post/${post}#comment-${comment}`)
  await page
    .getByRole('article', { name: /^Comment by/ })
    .getByRole('button', { name: 'Delete' })
    .click()
  await endSession(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await deletions(page).getByRole('button', { name: 'Close' }).click()
  await expect(toast(page, 'Sign in required')).toBeVisible()
  await signInAgain(page, member)
  await expect(page.getByText('To be taken back.')).toBeVisible()
  await call(page, 'delete', `comments/${comment}`)
})
