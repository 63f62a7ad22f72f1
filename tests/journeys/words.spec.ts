import type { Page } from '@playwright/test'
import { postHref } from '../../src/shared/branding/item-address.ts'
import { call, create } from './fixtures.ts'
import { expect, test } from './journey.ts'

const unique = (text: string) => `${text} ${crypto.randomUUID().slice(0, 8)}`

test('addresses, names and code can be followed and told apart, with and without script', {
  tag: '@all',
}, async ({ newMember, browser, forum }) => {
  const { page: author, member } = await newMember('author')
  const title = unique('On slow change')
  const other = await create(author, 'posts', { title, content: '<p>Words.</p>' })
  const content = [
    `> as it was said`,
    `Ask @${member.username}, see https://example.org/papers/a.pdf. And ${forum.url}/post/${other}`,
    '```',
    '@nobody  https://example.org/code',
    '```',
    'Run `npm start`.',
  ].join('\n')
  const id = await create(author, 'posts', { title: unique('Words'), content, format: 'plain' })
  const comment = await create(author, `posts/${id}/comments`, { content })
  const note = await create(author, 'notes', { content })
  const guest = await (await browser.newContext({ javaScriptEnabled: false, baseURL: forum.url })).newPage()

  for (const path of [`/post/${id}`, `/post/${id}#comment-${comment}`, `/notes/${note}`]) {
    for (const reader of [guest, author]) {
      await reader.goto(path)
      const place = path.includes('#')
        ? reader.locator(`#comment-${comment}`)
        : reader.getByRole('article').first()
      await expect(place.getByRole('blockquote')).toHaveText('as it was said')
      await expect(place.getByRole('link', { name: 'example.org/papers/a.pdf' })).toHaveAttribute(
        'rel',
        'nofollow ugc noopener',
      )
      await expect(place.getByRole('link', { name: title })).toHaveAttribute(
        'href',
        postHref({ id: other, title }),
      )
      await expect(place.getByRole('link', { name: `@${member.username}` }).last()).toHaveAttribute(
        'href',
        `/profile/${member.username}`,
      )
      await expect(place.locator('pre')).toHaveText('@nobody  https://example.org/code')
      await expect(place.getByRole('code').last()).toHaveText('npm start')
    }
  }

  // Links to a post navigate without a page load, and show its current title, even after it was renamed.
  const renamed = unique('On quick change')
  await call(author, 'patch', `posts/${other}`, { title: renamed })
  await guest.goto(`/post/${id}`)
  await expect(guest.getByRole('link', { name: renamed }).first()).toBeVisible()
  await author.goto(`/post/${id}`)
  await author.getByRole('article').first().getByRole('link', { name: renamed }).click()
  await expect(author.getByRole('heading', { level: 1, name: renamed })).toBeVisible()
  await guest.context().close()
})

test('what is written stands there as typed until the server has it, and is edited as typed', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page, member } = await newMember('writer')
  const id = await create(page, 'posts', { title: unique('To be discussed'), content: '<p>Words.</p>' })
  await page.goto(`/post/${id}`)
  const typed = `See https://example.org/x, @${member.username}`
  await write(page, typed)
  const said = page.locator('article[id^=comment-]')
  await expect(said.getByRole('link', { name: 'example.org/x' })).toBeVisible()
  await said.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('textbox', { name: 'Edit your comment' })).toHaveValue(typed)
})

test('a profile, an exchange of messages and the feed show them too', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page, member } = await newMember('sender')
  const { page: reader, member: other } = await newMember('recipient')
  const words = `See https://example.org/words and @${other.username}`
  await call(page, 'patch', 'me', { bio: words })
  await create(page, 'posts', { title: unique('Fed'), content: `<p>${words}</p>` })
  await create(page, `conversations/${other.username}/messages`, { content: words })
  await reader.goto(`/profile/${member.username}`)
  await expect(reader.getByRole('link', { name: 'example.org/words' }).first()).toBeVisible()
  await expect(reader.getByRole('link', { name: `@${other.username}` }).first()).toBeVisible()
  await reader.goto(`/messages?with=${member.username}`)
  // Looks for the link in the message. A link in the list of conversations also contains this text.
  const link = reader.getByRole('link', { name: /^example\.org\/words/ })
  await expect(link).toHaveAttribute('href', 'https://example.org/words')
  const feed = await (await reader.request.get(`/feeds/members/${member.username}.json`)).json()
  expect(feed.items[0].content_html).toMatch(new RegExp(`<a href="https?://[^"]+/profile/${other.username}"`))
})

async function write(page: Page, words: string) {
  await page.getByRole('textbox', { name: 'Your comment' }).fill(words)
  await expect(page.getByRole('button', { name: 'Comment', exact: true })).toBeEnabled()
  await page.getByRole('textbox', { name: 'Your comment' }).press('Control+Enter')
}

test('whoever is named hears of it at once, and is led there', async ({ newMember }) => {
  const { page: writer, member } = await newMember('writer')
  const { page: named, member: other } = await newMember('named')
  const title = unique('Who knows')
  const id = await create(writer, 'posts', { title, content: '<p>Words.</p>' })
  await named.goto('/forum')
  await expect(named.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  const comment = await create(writer, `posts/${id}/comments`, { content: `Surely @${other.username} does.` })
  await named.getByRole('button', { name: /Notifications.*1/ }).click()
  const entry = named.getByRole('link', {
    name: `${member.username} mentioned you in a comment on “${title}”`,
  })
  await expect(entry).toContainText(`Surely @${other.username} does.`)
  await entry.click()
  await expect(named).toHaveURL(`${postHref({ id, title })}#comment-${comment}`)
  await expect(named.locator(`#comment-${comment}`)).toBeInViewport()
})
