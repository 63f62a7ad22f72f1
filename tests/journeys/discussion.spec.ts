import type { Page } from '@playwright/test'
import { dropCached } from './cache.ts'
import { expect, test } from './journey.ts'
import { deleteForGood, hold } from './states.ts'

// These tests interrupt the connection and delete content on purpose.
test.use({ expected: [/net::ERR_FAILED|status of 404/] })

const CSRF = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
const unique = (text: string) => `${text} ${crypto.randomUUID().slice(0, 8)}`
const box = (page: Page) => page.getByRole('textbox', { name: 'Your comment' })
const comment = (page: Page, words: string) => page.getByRole('article').filter({ hasText: words })

/** Sends a POST request as the member signed in on `page`. Returns the id of the created content. */
async function send(page: Page, path: string, data: object): Promise<string> {
  const response = await page.request.post(path, { data, headers: CSRF })
  expect(response.status()).toBe(201)
  return ((await response.json()) as { id: string }).id
}

const publish = (page: Page) =>
  send(page, '/api/posts', { title: unique('To be discussed'), content: '<p>Say something.</p>' })

test('two members discuss, and each sees what the other wrote', async ({ newMember, page: guest }) => {
  const { page: author } = await newMember('author')
  const { page: reader, member } = await newMember('reader')
  const id = await publish(author)
  await reader.goto(`/post/${id}`)
  await expect(reader.getByRole('heading', { name: '0 comments' })).toBeVisible()
  await box(reader).fill('The argument cuts both ways.\n\nI was there.')
  await expect(reader.getByRole('button', { name: 'Comment', exact: true })).toBeEnabled()
  await box(reader).press('Control+Enter')
  await expect(reader.getByText('Comment posted').first()).toBeVisible()
  await expect(reader.getByRole('heading', { name: '1 comment' })).toBeVisible()
  await expect(box(reader)).toHaveValue('')
  // The new comment gets the focus.
  await expect(comment(reader, 'The argument cuts both ways.')).toBeFocused()
  await expect(comment(reader, 'The argument cuts both ways.')).toBeInViewport()

  await author.goto(`/post/${id}`)
  const first = comment(author, 'The argument cuts both ways.')
  await expect(first).toContainText(`@${member.username}`)
  await expect(first.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await first.getByRole('button', { name: 'Reply' }).click()
  await author.getByRole('textbox', { name: 'Your reply' }).fill('Then tell us more.')
  await author
    .getByRole('button', { name: 'Reply', exact: true })
    .and(author.locator('[type=submit]'))
    .click()
  await expect(author.getByText('Reply posted').first()).toBeVisible()
  await comment(author, 'Then tell us more.').getByRole('button', { name: 'Reply' }).click()
  await author.getByRole('textbox', { name: 'Your reply' }).fill('Please.')
  await author.getByRole('textbox', { name: 'Your reply' }).press('Control+Enter')
  await expect(author.getByRole('heading', { name: '3 comments' })).toBeVisible()
  // The comment appears before the server has stored it. Its buttons appear when the server has responded.
  await expect(comment(author, 'Please.').getByRole('button', { name: 'Edit' })).toBeVisible()

  await guest.goto(`/post/${id}`)
  await expect(
    guest
      .getByRole('article')
      .filter({ hasText: '@' })
      .getByText(/cuts both ways|tell us more|Please/),
  ).toHaveText([/cuts both ways/, 'Then tell us more.', 'Please.'])
  await expect(guest.getByPlaceholder('Sign in to join the discussion')).toBeDisabled()
  await guest.getByRole('button', { name: 'Reply' }).first().click()
  await expect(guest.getByText('Please sign in to comment').first()).toBeVisible()
})

test('a reply to a reply says whom it is for, and the line beside replies folds them', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page, member } = await newMember('writer')
  const { page: other } = await newMember('answerer')
  const id = await publish(page)
  const parent_id = await send(page, `/api/posts/${id}/comments`, { content: 'Above.' })
  await send(page, `/api/posts/${id}/comments`, { content: 'Below.', parent_id })
  await other.goto(`/post/${id}`)
  const below = comment(other, 'Below.')
  await expect(below.getByText('Author', { exact: true })).toBeVisible()
  await below.getByRole('button', { name: 'Reply' }).click()
  await other.getByRole('textbox', { name: 'Your reply' }).fill('To you alone.')
  await other.getByRole('textbox', { name: 'Your reply' }).press('Control+Enter')
  const answer = comment(other, 'To you alone.')
  await expect(answer).toBeFocused()
  await expect(answer.getByText('Author', { exact: true })).toHaveCount(0)
  await answer.getByRole('link', { name: `to @${member.username}` }).click()
  await expect(other).toHaveURL(/#comment-/)
  await expect(below).toBeInViewport()

  await page.goto(`/post/${id}`)
  await page.getByRole('button', { name: 'Hide 2 replies' }).press('Enter')
  await expect(comment(page, 'Below.')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Show 2 replies' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(comment(page, 'To you alone.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hide 2 replies' })).toBeFocused()
})

test('a long discussion is read by the newest or the best, by keys, and joined at its end', {
  tag: '@all',
}, async ({ newMember, page: guest, sql }) => {
  const { page } = await newMember('debater')
  const id = await publish(page)
  const words = Array.from({ length: 7 }, (_, n) => `Point number ${n}.`)
  for (const content of words) await send(page, `/api/posts/${id}/comments`, { content })
  await sql("update comments set votes_score = 5 where post_id = $1 and content = 'Point number 3.'", [id])
  await dropCached(sql, `comments:${id}`)
  const points = (of: Page) => of.getByRole('article').getByText(/^Point number/)
  await guest.goto(`/post/${id}`)
  await expect(points(guest)).toHaveText(words)
  const order = guest.getByRole('navigation', { name: 'Sort comments' })
  await order.getByRole('link', { name: 'Newest' }).click()
  await expect(guest).toHaveURL(new RegExp(`/post/${id}/[^?]+\\?sort=newest#comments$`))
  await expect(points(guest)).toHaveText(words.toReversed())
  await order.getByRole('link', { name: 'Best' }).click()
  await expect(points(guest).first()).toHaveText('Point number 3.')
  await expect(order.getByRole('link', { name: 'Best' })).toHaveAttribute('aria-current', 'page')

  await page.goto(`/post/${id}?sort=newest`)
  await expect(points(page).first()).toHaveText('Point number 6.')
  await page.keyboard.press('j')
  await expect(comment(page, 'Point number 6.')).toBeFocused()
  await page.keyboard.press('j')
  await expect(comment(page, 'Point number 5.')).toBeFocused()
  await expect(box(page).first()).toBeEnabled()
  await page.keyboard.press('c')
  await expect(box(page).first()).toBeFocused()
  await page.keyboard.type('Begun above')
  const end = page.getByRole('textbox', { name: 'Your comment, at the end' })
  await end.click()
  await expect(page.getByRole('textbox', { name: 'Your comment' }).last()).toHaveValue('Begun above')
  await page.keyboard.type(', ended below.')
  await page.keyboard.press('Control+Enter')
  await expect(comment(page, 'Begun above, ended below.')).toBeFocused()
  await expect(points(page).first()).toHaveText('Point number 6.')
})

test('what others write is told while one reads, and shown when asked for; what they delete goes', async ({
  newMember,
}) => {
  const { page } = await newMember('writer')
  const { page: other } = await newMember('reader')
  const id = await publish(page)
  const isStreaming = other.waitForResponse(/\/api\/live/)
  await other.goto(`/post/${id}`)
  await isStreaming
  await expect(other.getByRole('heading', { name: '0 comments' })).toBeVisible()
  await send(page, `/api/posts/${id}/comments`, { content: 'Said meanwhile.' })
  const second = await send(page, `/api/posts/${id}/comments`, { content: 'And this.' })
  await expect(other.getByRole('button', { name: '2 new comments' })).toBeVisible()
  await expect(comment(other, 'Said meanwhile.')).toHaveCount(0)
  await other.getByRole('button', { name: '2 new comments' }).click()
  await expect(comment(other, 'Said meanwhile.')).toBeInViewport()
  await expect(comment(other, 'And this.')).toBeVisible()
  await expect(other.getByRole('button', { name: /new comment/ })).toHaveCount(0)
  await expect(other.getByRole('heading', { name: '2 comments' })).toBeVisible()
  await page.request.delete(`/api/comments/${second}`, { headers: CSRF })
  await expect(comment(other, 'And this.')).toHaveCount(0)
  // A member's own comment is not announced as new.
  await box(other).fill('My own.')
  await box(other).press('Control+Enter')
  await expect(comment(other, 'My own.')).toBeFocused()
  await expect(other.getByRole('button', { name: /new comment/ })).toHaveCount(0)
})

test('a member edits and deletes a comment; above replies a stub stays', async ({ newMember }) => {
  const { page } = await newMember('editor')
  const id = await publish(page)
  const parent_id = await send(page, `/api/posts/${id}/comments`, { content: 'Frist thought.' })
  await send(page, `/api/posts/${id}/comments`, { content: 'Second thought.', parent_id })
  await page.goto(`/post/${id}`)
  await comment(page, 'Frist thought.').getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Edit your comment' }).fill('First thought.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(comment(page, 'First thought.')).toContainText('edited')
  const edit = comment(page, 'First thought.').getByRole('button', { name: 'Edit' })
  await expect(edit).toBeFocused()
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await edit.click()
    await expect(page.getByRole('textbox', { name: 'Edit your comment' })).toBeFocused()
    await leave()
    await expect(edit).toBeFocused()
  }

  await comment(page, 'First thought.').getByRole('button', { name: 'Delete' }).click()
  await deleteForGood(page)
  await expect(page.getByText('This comment was deleted.')).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 comment' })).toBeVisible()
  await comment(page, 'Second thought.').getByRole('button', { name: 'Delete' }).click()
  await deleteForGood(page)
  await expect(page.getByRole('heading', { name: '0 comments' })).toBeVisible()
  await expect(page.getByText('This comment was deleted.')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '0 comments' })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { name: '0 comments' })).toBeVisible()
})

test('words that could not be sent stay, also after a reload', async ({ newMember }) => {
  const { page } = await newMember('unlucky')
  const id = await publish(page)
  await send(page, `/api/posts/${id}/comments`, { content: 'Answer me.' })
  await page.goto(`/post/${id}`)
  await page.route('**/comments', (route) => route.abort())
  await box(page).fill('Nobody heard this.')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByText('Error posting comment').first()).toBeVisible()
  await expect(page.getByText('Please try again later').first()).toBeVisible()
  await expect(box(page)).toHaveValue('Nobody heard this.')
  await comment(page, 'Answer me.').getByRole('button', { name: 'Reply' }).click()
  await page.getByRole('textbox', { name: 'Your reply' }).fill('Nor this.')
  await page.getByRole('textbox', { name: 'Your reply' }).press('Control+Enter')
  await expect(page.getByText('Error posting reply').first()).toBeVisible()
  await page.unroute('**/comments')

  await page.reload()
  await expect(box(page)).toHaveValue('Nobody heard this.')
  await expect(page.getByRole('textbox', { name: 'Your reply' })).toHaveValue('Nor this.')
  await expect(page.getByText('Draft restored')).toHaveCount(2)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByRole('heading', { name: '2 comments' })).toBeVisible()
  // The text remains a draft until the server has stored it.
  await expect(page.getByText('Comment posted')).toBeVisible()
  await page.getByRole('textbox', { name: 'Your reply' }).press('Control+Enter')
  await expect(page.getByText('Reply posted')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: '3 comments' })).toBeVisible()
  await expect(page.getByText('Draft restored')).toHaveCount(0)
})

test('who goes on to another field while a comment is on its way stays there', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('quick')
  const id = await publish(page)
  await send(page, `/api/posts/${id}/comments`, { content: 'Answer me.' })
  await page.goto(`/post/${id}`)
  const release = await hold(page, `/api/posts/${id}/comments`)
  await comment(page, 'Answer me.').getByRole('button', { name: 'Reply' }).click()
  const reply = page.getByRole('textbox', { name: 'Your reply' })
  // Waits until the page's JavaScript runs. It replays an earlier click, but would miss key presses.
  await expect(reply).toBeFocused()
  await box(page).fill('First this.')
  await box(page).press('Control+Enter')
  await expect(comment(page, 'First this.')).toBeVisible()
  await reply.pressSequentially('Then ')
  release()
  await expect(page.getByText('Comment posted')).toBeVisible()
  await page.keyboard.type('that.')
  await expect(reply).toBeFocused()
  await expect(reply).toHaveValue('Then that.')
})

test('a long discussion comes in pages, and a link to any of its comments leads there', async ({
  newMember,
  sql,
  browser,
}) => {
  const { page, member } = await newMember('talker')
  const id = await publish(page)
  await sql(
    `insert into comments (post_id, author_id, content, created_at)
     select $1, p.id, 'Voice ' || n, now() - interval '1 day' + n * interval '1 minute'
     from profiles p, generate_series(1, 120) as n where p.username = $2`,
    [id, member.username],
  )
  const last = await send(page, `/api/posts/${id}/comments`, { content: 'The last word.' })
  await page.goto(`/post/${id}#comment-${last}`)
  await expect(page.locator(`#comment-${last}`)).toBeInViewport()
  await expect(page.getByRole('heading', { name: '121 comments' })).toBeVisible()

  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await plain.goto(`/post/${id}`)
  await expect(plain.getByRole('article').filter({ hasText: 'Voice' })).toHaveCount(100)
  await plain.getByRole('link', { name: 'More comments' }).click()
  await expect(plain.getByText('The last word.')).toBeVisible()
  await expect(plain.getByText('Voice 101', { exact: true })).toBeVisible()
  await plain.getByRole('link', { name: 'Back to the first comments' }).click()
  await expect(plain.getByText('Voice 1', { exact: true })).toBeVisible()
  await plain.context().close()
})

test('a post that others have commented on is deleted, and the discussion stays', { tag: '@all' }, async ({
  newMember,
  page: guest,
}) => {
  const { page: author } = await newMember('author')
  const { page: reader } = await newMember('reader')
  const id = await publish(author)
  await send(reader, `/api/posts/${id}/comments`, { content: 'Words that stay.' })
  await author.goto(`/post/${id}`)
  await author.locator('.post').getByRole('button', { name: 'Delete' }).click()
  await expect(author.getByRole('alertdialog')).toContainText('Other people’s comments stay')
  await deleteForGood(author)
  await expect(author).toHaveURL(/\/forum/)

  const response = await guest.goto(`/post/${id}`)
  expect(response?.status()).toBe(200)
  await expect(guest).toHaveTitle(/^Deleted post \|/)
  await expect(guest.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(guest.getByRole('heading', { level: 1, name: 'This post was deleted.' })).toBeVisible()
  await expect(guest.getByRole('heading', { name: '1 comment' })).toBeVisible()
  await expect(comment(guest, 'Words that stay.')).toBeVisible()

  await reader.goto(`/post/${id}`)
  await expect(comment(reader, 'Words that stay.').getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(comment(reader, 'Words that stay.').getByRole('button', { name: 'Reply' })).toHaveCount(0)
  await expect(box(reader)).toHaveCount(0)
  await comment(reader, 'Words that stay.').getByRole('button', { name: 'Delete' }).click()
  await deleteForGood(reader)
  expect((await guest.request.get(`/post/${id}`)).status()).toBe(404)
})
