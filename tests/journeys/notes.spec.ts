import type { Page } from '@playwright/test'
import { expectAccessibleInThemes } from './accessible.ts'
import { expect, test } from './journey.ts'
import { deleteForGood, deletions, endUndo } from './states.ts'

const CSRF = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
const unique = (text: string) => `${text} ${crypto.randomUUID().slice(0, 8)}`
const box = (page: Page) => page.getByRole('textbox', { name: 'Your note' })
const replyBox = (page: Page) => page.getByRole('textbox', { name: 'Your reply' })
const note = (page: Page, words: string) => page.getByRole('article').filter({ hasText: words })
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Notes' })

/** Publishes a note over the API as the member signed in on `page`. Returns its id. */
async function share(page: Page, content: string, parent_id?: string): Promise<string> {
  const response = await page.request.post('/api/notes', { data: { content, parent_id }, headers: CSRF })
  expect(response.status()).toBe(201)
  return ((await response.json()) as { id: string }).id
}

/** Resolves when an article gets the focus, even if it loses it at once because its note is deleted. */
function focusOfArticle(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      new Promise<boolean>((done) =>
        document.addEventListener('focusin', ({ target }) => {
          if (target instanceof HTMLElement && target.matches('article')) done(true)
        }),
      ),
  )
}

test('two members share, like and answer notes, and each screen follows the other', async ({ newMember }) => {
  const { page: ada } = await newMember('ada', '/')
  const { page: bo, member } = await newMember('bo')
  await share(bo, unique('Already here'))
  await bo.goto('/notes')
  await expect(box(bo)).toBeVisible()
  await ada.getByRole('main').getByRole('link', { name: 'Create Note' }).click()
  await expect(heading(ada)).toBeVisible()
  await expect(box(ada)).toBeFocused()

  const words = unique('A thought worth sharing')
  await box(ada).fill(`${words}\nwith a second line`)
  await box(ada).press('Control+Enter')
  await expect(ada.getByText('Your note has been posted!').first()).toBeVisible()
  await expect(note(ada, words)).toBeVisible()
  await expect(box(ada)).toHaveValue('')

  // A new note appears by itself if the reader is at the top of the list and not writing.
  await expect(note(bo, words)).toBeVisible()
  await note(bo, words).getByRole('button', { name: 'Like, 0 likes' }).click()
  await expect(note(bo, words).getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(note(ada, words).getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute(
    'aria-pressed',
    'false',
  )

  await note(bo, words).getByRole('link', { name: 'Reply, 0 replies' }).click()
  await expect(replyBox(bo)).toBeFocused()
  const answer = unique('An answer')
  await replyBox(bo).fill(answer)
  await replyBox(bo).press('Control+Enter')
  await expect(bo.getByText('Your reply has been posted!').first()).toBeVisible()
  await expect(note(bo, answer)).toBeVisible()
  await note(ada, words).getByRole('link', { name: 'Reply, 1 reply' }).click()
  await expect(note(ada, answer)).toContainText(`@${member.username}`)
  await expect(note(ada, answer).getByRole('button', { name: 'Delete' })).toHaveCount(0)

  await note(bo, answer).getByRole('button', { name: 'Delete' }).click()
  await deleteForGood(bo)
  await expect(note(ada, answer)).toHaveCount(0)
  await expect(note(ada, words).getByRole('link', { name: 'Reply, 0 replies' })).toBeVisible()

  await note(ada, words).getByRole('button', { name: 'Delete' }).click()
  await expect(ada.getByRole('alertdialog', { name: 'Delete this note?' })).toBeVisible()
  const focused = focusOfArticle(ada)
  await deleteForGood(ada)
  expect(await focused).toBe(true)
  await expect(note(ada, words)).toHaveCount(0)
  await expect(note(bo, words)).toHaveCount(0)
})

test('a note has an address, where its replies and those who were told of them arrive', {
  tag: '@all',
}, async ({ newMember, request }) => {
  const { page } = await newMember('linked')
  const words = unique('Known by its address')
  const id = await share(page, words)
  const answer = await share(page, unique('The first answer'), id)
  const html = await (await request.get(`/notes/${id}`)).text()
  expect(html).toContain(`“${words}” | The Threshold</title>`)
  expect(html).toContain(`<meta name="description" content="${words}"`)
  expect(html).toContain(`<link rel="canonical" href="${process.env.BASE_URL}/notes/${id}"`)
  const moved = await request.get(`/notes/${answer}`, { maxRedirects: 0 })
  expect(moved.headers().location).toBe(`/notes/${id}#note-${answer}`)
  for (const nothing of ['0199b3c4-7a1e-7c3b-9d2f-008b03506891', 'nonsense'])
    expect((await request.get(`/notes/${nothing}`)).status()).toBe(404)

  await page.goto(`/notes/${answer}`)
  await expect(page.getByRole('heading', { name: '1 reply' })).toBeVisible()
  await expect(page.locator(`#note-${answer}`)).toBeInViewport()
  await note(page, words).getByRole('button', { name: 'Like, 0 likes' }).click()
  await expect(note(page, words).getByRole('button', { name: 'Like, 1 like' })).toBeVisible()
  await note(page, words).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Other people’s replies stay.')
  await deleteForGood(page)
  await expect(heading(page)).toBeVisible()
  await expect(note(page, words)).toHaveCount(0)
  expect((await request.get(`/notes/${id}`)).status()).toBe(404)
  expect((await request.get(`/notes/${answer}`)).status()).toBe(404)
})

test('a deleted note leaves a stub above what others have replied, which goes with the last of them', {
  tag: '@all',
}, async ({ newMember, request }) => {
  const { page: ada } = await newMember('author')
  const { page: bo } = await newMember('replier')
  const words = unique('Soon regretted')
  const id = await share(ada, words)
  const said = unique('But it was said')
  const answer = await share(bo, said, id)
  await bo.goto(`/notes/${id}`)
  await ada.goto('/notes')
  for (const path of [`/notes/${id}`, `/notes/${answer}`, '/notes'])
    expect(await (await request.get(path)).text()).toContain(words)
  await note(ada, words).getByRole('button', { name: 'Delete' }).click()
  await ada.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  const stub = (page: Page) => page.locator(`#note-${id}`)
  await expect(stub(ada)).toBeFocused()
  await endUndo(ada)
  await expect(stub(ada)).toContainText('This note was deleted.')
  await expect(stub(ada).getByRole('button')).toHaveCount(0)
  await expect(stub(bo)).toContainText('This note was deleted.')
  await expect(replyBox(bo)).toHaveCount(0)
  for (const path of [`/notes/${id}`, `/notes/${answer}`, '/notes'])
    expect(await (await request.get(path)).text()).not.toContain(words)
  expect(await (await request.get(`/notes/${answer}`)).text()).toContain(
    '<title>Deleted note | The Threshold',
  )
  await stub(ada).getByRole('link', { name: '1 reply', exact: true }).click()
  await expect(note(ada, said)).toBeVisible()
  await note(bo, said).getByRole('button', { name: 'Delete' }).click()
  await deleteForGood(bo)
  await expect(stub(ada)).toHaveCount(0)
  for (const path of [id, answer]) expect((await request.get(`/notes/${path}`)).status()).toBe(404)
})

test('the most liked notes change places as likes come, but not under somebody who writes', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page } = await newMember('trend')
  const { page: fan } = await newMember('fan')
  const like = (who: Page, id: string) => who.request.put(`/api/notes/${id}/like`, { headers: CSRF })
  const [first, second] = [unique('Liked by two'), unique('Liked by one')]
  const [older, newer] = [await share(page, first), await share(page, second)]
  for (const [who, id] of [
    [page, older],
    [fan, older],
    [page, newer],
  ] as const)
    await like(who, id)
  await page.goto('/notes?sort=trending')
  const order = async () => {
    const ids = await page.getByRole('article').evaluateAll((all) => all.map(({ id }) => id))
    return ids.indexOf(`note-${newer}`) - ids.indexOf(`note-${older}`)
  }
  expect(await order()).toBe(1)
  await note(page, second).getByRole('link', { name: 'Reply, 0 replies' }).click()
  await replyBox(page).fill('Half a tho')
  await like(fan, newer)
  await expect(note(page, second).getByRole('button', { name: 'Like, 2 likes' })).toBeVisible()
  await page.waitForTimeout(1000)
  expect(await order()).toBe(1)
  await expect(replyBox(page)).toBeFocused()
  await replyBox(page).press('Tab')
  await expect.poll(order).toBeLessThan(0)
  await expect(page.getByRole('main').locator(':focus')).toHaveRole('button')
  await expect(replyBox(page)).toHaveValue('Half a tho')

  // A click counts even if it takes the focus out of the field.
  await replyBox(page).focus()
  await fan.request.delete(`/api/notes/${newer}/like`, { headers: CSRF })
  await expect(note(page, second).getByRole('button', { name: 'Like, 1 like' })).toBeVisible()
  await page.waitForTimeout(1000)
  const press = note(page, first).getByRole('link', { name: 'Reply, 0 replies' })
  await press.hover()
  await page.mouse.down()
  await page.waitForTimeout(200)
  expect(await order()).toBeLessThan(0)
  await page.mouse.up()
  await expect(press).toHaveAttribute('aria-expanded', 'true')
})

test('a reply whose draft opened its thread is gone on with where it is opened again', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page } = await newMember('drafter')
  const words = unique('To be answered')
  await share(page, words)
  await page.goto('/notes')
  const opener = note(page, words).getByRole('link', { name: 'Reply, 0 replies' })
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
  await opener.click()
  await page.keyboard.type('Half a')
  await expect(replyBox(page)).toHaveValue('Half a')
  await page.reload()
  await expect(replyBox(page)).toHaveValue('Half a')
  await opener.click()
  await expect(replyBox(page)).toHaveCount(0)
  await opener.click()
  await page.keyboard.type(' thought')
  await expect(replyBox(page)).toBeFocused()
  await expect(replyBox(page)).toHaveValue('Half a thought')
})

test('a reply that is being written stays in sight when its note is deleted', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('replier')
  const { page: author } = await newMember('author')
  const id = await share(author, unique('To be deleted'))
  await share(page, 'It keeps the stub.', id)
  await page.goto(`/notes/${id}`)
  await replyBox(page).fill('Half a thought')
  await author.request.delete(`/api/notes/${id}`, { headers: CSRF })
  await expect(page.getByText('This note is closed to replies')).toBeVisible()
  await expect(replyBox(page)).toHaveValue('Half a thought')
  await expect(replyBox(page)).not.toBeEditable()
})

test.describe('of which nothing is left', () => {
  test.use({ expected: [/status of 404/] })

  test('a note takes no reply with it that is being written', { tag: '@all' }, async ({ newMember }) => {
    const { page } = await newMember('replier')
    const { page: author } = await newMember('author')
    for (const path of ['/notes', '']) {
      const words = unique('To be deleted')
      const id = await share(author, words)
      await page.goto(path || `/notes/${id}`)
      if (path) await note(page, words).getByRole('link', { name: 'Reply, 0 replies' }).click()
      await replyBox(page).fill('Half a thought')
      await author.request.delete(`/api/notes/${id}`, { headers: CSRF })
      await expect(page.getByText('This note is closed to replies')).toBeVisible()
      await expect(page.getByText('This note was deleted.').first()).toBeVisible()
      await expect(replyBox(page)).toHaveValue('Half a thought')
      await page.goto(`/notes/${id}`)
      await expect(page.getByRole('heading', { level: 1, name: 'Note not found' })).toBeVisible()
    }
  })
})

test('a new note is told of where it has no place yet, and shown where it has', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member } = await newMember('reader')
  const { page: other } = await newMember('writer')
  await sql(
    `insert into notes (author_id, content, created_at)
     select p.id, 'Before ' || n, now() - n * interval '1 hour' from profiles p, generate_series(1, 60) as n where p.username = $1`,
    [member.username],
  )
  await share(page, unique('Drops the kept pages'))
  for (const path of ['/notes?sort=trending', '/notes']) {
    await page.goto(path)
    if (path === '/notes')
      await page
        .getByRole('link', { name: 'Next page' })
        .evaluate((link: HTMLAnchorElement) => location.assign(link.href))
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^Like/ }).first()).toBeVisible()
    const words = unique('News')
    await share(other, words)
    // The newest of the new notes gets the focus. Another test may have written it.
    const focused = focusOfArticle(page)
    await page.getByRole('button', { name: /new notes?$/ }).click()
    await expect(page).toHaveURL('/notes')
    await expect(note(page, words)).toBeVisible()
    expect(await focused).toBe(true)
  }
})

test('nothing bars the way: list, thread, address and profile', { tag: '@all' }, async ({
  newMember,
  page: guest,
}) => {
  const { page, member } = await newMember('able')
  const words = unique('Seen, heard and touched')
  const id = await share(page, words)
  await share(page, 'One answer.', id)
  await page.goto('/notes')
  await note(page, words).getByRole('button', { name: 'Like, 0 likes' }).click()
  await note(page, words).getByRole('link', { name: 'Reply, 1 reply' }).press('Enter')
  await expect(replyBox(page)).toBeVisible()
  await expectAccessibleInThemes(page, 'a thread in the list')
  await page.goto(`/notes/${id}`)
  await expect(replyBox(page)).toBeVisible()
  await expectAccessibleInThemes(page, 'the page of a note')
  await guest.goto(`/profile/${member.username}`)
  await guest
    .getByRole('main')
    .getByRole('link', { name: /^Notes/ })
    .click()
  await expect(note(guest, words).getByRole('button', { name: 'Like, 1 like' })).toBeVisible()
  await expectAccessibleInThemes(guest, 'notes for a guest')
})

test('a page of cached notes changes within a second', { tag: '@all' }, async ({ newMember, request }) => {
  const { page } = await newMember('quick')
  const notes = async () => (await request.get('/notes')).text()
  await notes()
  const words = unique('Brand new')
  const id = await share(page, words)
  await expect.poll(notes, { timeout: 1000, intervals: [50] }).toContain(words)
  await page.request.put(`/api/notes/${id}/like`, { headers: CSRF })
  const likes = async () => (await (await request.get(`/api/notes/${id}`)).json()).likes_count
  await expect.poll(likes, { timeout: 1000, intervals: [50] }).toBe(1)
  await page.request.delete(`/api/notes/${id}`, { headers: CSRF })
  await expect.poll(notes, { timeout: 1000, intervals: [50] }).not.toContain(words)
})

test('a guest reads notes and their replies, and is told how to join in', { tag: '@all' }, async ({
  newMember,
  page: guest,
}) => {
  const { page } = await newMember('host')
  const words = unique('For everybody to read')
  const id = await share(page, words)
  await share(page, 'One answer.', id)
  await guest.goto('/notes')
  await note(guest, words).getByRole('button', { name: 'Like, 0 likes' }).click()
  await expect(guest.getByText('Sign in required').first()).toBeVisible()
  await expect(guest.getByRole('dialog')).toContainText('Please sign in to like notes')
  await guest.keyboard.press('Escape')
  await expect(guest.getByRole('dialog')).toHaveCount(0)
  await expect(note(guest, words).getByRole('button', { name: /Delete|Edit/ })).toHaveCount(0)
  await expect(box(guest)).toHaveCount(0)
  await note(guest, words).getByRole('link', { name: 'Reply, 1 reply' }).click()
  await expect(note(guest, 'One answer.')).toBeVisible()
  await expect(guest.getByRole('link', { name: 'Sign in to reply' })).toHaveAttribute(
    'href',
    `/auth?redirect=%2Fnotes%2F${id}`,
  )
  await guest.getByRole('link', { name: 'Trending' }).click()
  await expect(guest).toHaveURL(/\/notes\?sort=trending$/)
  await expect(guest.getByRole('link', { name: 'Trending' })).toHaveAttribute('aria-current', 'page')
})

test('without script notes read whole: page after page, replies at the note’s address', {
  tag: '@all',
}, async ({ newMember, browser, sql }) => {
  const { page, member } = await newMember('many')
  const mark = crypto.randomUUID().slice(0, 8)
  await sql(
    `insert into notes (author_id, content, created_at)
     select p.id, 'Number ' || n || ' of ' || $2, now() - n * interval '1 second'
     from profiles p, generate_series(1, 60) as n where p.username = $1`,
    [member.username, mark],
  )
  const id = await share(page, unique('With a long thread'))
  await sql(
    `insert into notes (author_id, parent_id, content, created_at)
     select author_id, id, 'Voice ' || n, now() + n * interval '1 second' from notes, generate_series(1, 55) as n where id = $1`,
    [id],
  )
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  // Retries, because pages are cached for ten seconds and changes in the database do not invalidate them.
  await expect(async () => {
    await plain.goto('/notes')
    await expect(plain.getByText(`Number 1 of ${mark}`)).toBeVisible()
  }).toPass()
  await expect(plain.getByRole('article')).toHaveCount(50)
  await plain.getByRole('link', { name: 'Next page' }).click()
  await expect(plain.getByText(`Number 60 of ${mark}`)).toBeVisible()
  await plain.getByRole('link', { name: 'Back to the beginning' }).click()
  await expect(plain).toHaveURL(/\/notes$/)
  // Starts from the profile, because other tests' notes may have moved this one to the next page of the list.
  await plain.goto(`/profile/${member.username}?tab=notes`)
  await note(plain, 'With a long thread').getByRole('link', { name: 'Reply, 55 replies' }).click()
  await expect(plain.getByRole('heading', { name: '55 replies' })).toBeVisible()
  await expect(plain.getByText('Voice 50', { exact: true })).toBeVisible()
  await plain.getByRole('link', { name: 'More replies' }).click()
  await expect(plain.getByText('Voice 55', { exact: true })).toBeVisible()
  await plain.getByRole('link', { name: 'Back to the first replies' }).click()
  await expect(plain.getByText('Voice 1', { exact: true })).toBeVisible()
  await plain.context().close()
})

test('a word without an end widens nothing', { tag: '@all' }, async ({ newMember }) => {
  const { page } = await newMember('endless')
  const id = await share(page, 'W'.repeat(500))
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/notes', `/notes/${id}`]) {
    await page.goto(path)
    await expect(note(page, 'WWWW').first()).toBeVisible()
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      path,
    ).toBeLessThanOrEqual(0)
  }
})

test.describe('when the line breaks', () => {
  test.use({ expected: [/Failed to load resource/] })

  test('words that could not be posted stay, and what failed is taken back', { tag: '@all' }, async ({
    newMember,
  }) => {
    const { page } = await newMember('unlucky')
    const words = unique('Nobody heard this')
    const id = await share(page, unique('Liked in vain'))
    await page.goto('/notes')
    await page.route('**/api/notes**', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    )
    await page.route('**/api/notes/**', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    )
    await box(page).fill(words)
    await page.getByRole('button', { name: 'Post Note' }).click()
    await expect(page.getByText('Failed to post note. Please try again.').first()).toBeVisible()
    await expect(box(page)).toHaveValue(words)
    const liked = page.locator(`#note-${id}`)
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/like'))
    await liked.getByRole('button', { name: 'Like, 0 likes' }).click()
    await failed
    await expect(liked.getByRole('button', { name: 'Like, 0 likes' })).toHaveAttribute(
      'aria-pressed',
      'false',
    )
    await liked.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await deletions(page).getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText('Failed to delete note. Please try again.').first()).toBeVisible()
    await expect(liked).toBeVisible()

    await page.unrouteAll()
    await page.reload()
    await expect(box(page)).toHaveValue(words)
    await expect(page.getByText('Draft restored')).toBeVisible()
    await page.getByRole('button', { name: 'Post Note' }).click()
    await expect(note(page, words)).toBeVisible()
    await page.reload()
    await expect(note(page, words)).toHaveCount(1)
    await expect(box(page)).toHaveValue('')
  })
})

test('a note is edited in its place, and others see it and are told that it was', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page: ada } = await newMember('ada')
  const { page: bo } = await newMember('bo')
  const [before, after] = [unique('A thuoght'), unique('A thought')]
  await share(ada, before)
  await bo.goto('/notes')
  await expect(note(bo, before)).toBeVisible()
  await expect(note(bo, before).getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await ada.goto('/notes')
  await note(ada, before).getByRole('button', { name: 'Edit' }).click()
  const form = ada.getByRole('textbox', { name: 'Edit your note' })
  await expect(form).toBeFocused()
  await form.fill('x')
  await form.press('Escape')
  await expect(note(ada, before).getByRole('button', { name: 'Edit' })).toBeFocused()
  await note(ada, before).getByRole('button', { name: 'Edit' }).click()
  await expect(form).toHaveValue('x')
  await form.fill(after)
  await form.press('Control+Enter')
  await expect(note(ada, after).getByText('edited')).toBeVisible()
  await expect(note(bo, after).getByText('edited')).toBeVisible()
})

test('notes of those whom one follows have a tab of their own, and the composer is a line until then', {
  tag: '@all',
}, async ({ newMember, page: guest }) => {
  const { page: ada, member } = await newMember('ada')
  const { page: bo } = await newMember('bo')
  const words = unique('For those who follow')
  await share(ada, words)
  await bo.goto('/notes')
  await expect(box(bo)).toBeVisible()
  expect((await box(bo).boundingBox())?.height).toBeLessThan(48)
  await expect(bo.getByRole('button', { name: 'Post Note' })).toBeHidden()
  await box(bo).focus()
  await expect(bo.getByRole('button', { name: 'Post Note' })).toBeVisible()
  await bo.getByRole('link', { name: 'Following', exact: true }).click()
  await expect(bo.getByText('Notes by members you follow appear here.')).toBeVisible()
  const followed = await bo.request.put(`/api/profiles/${member.username}/follow`, {
    headers: { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' },
  })
  expect(followed.ok()).toBe(true)
  await bo.reload()
  await expect(note(bo, words)).toBeVisible()
  await guest.goto('/notes?sort=following')
  await expect(guest.getByText('Please sign in to see them.')).toBeVisible()
  await expect(guest.getByRole('link', { name: 'Sign In' }).last()).toHaveAttribute(
    'href',
    /sort%3Dfollowing/,
  )
})

test('the composer shows its counter before anybody writes, and nothing moves when it arrives', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page } = await newMember('counts', '/notes')
  await expect(page.getByText('0/500 characters')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Post Note' })).toBeHidden()
  await expect(box(page)).not.toBeFocused()
  const form = box(page).locator('xpath=ancestor::form')
  const place = form.locator('xpath=ancestor::div[2]')
  const [ofForm, ofPlace] = [await form.boundingBox(), await place.boundingBox()]
  // The form must be as high as the space reserved for it. Rounds both, because line heights are fractional.
  expect(ofPlace?.height).toBeCloseTo(ofForm?.height ?? 0, 0)
  await box(page).focus()
  await expect(page.getByText('0/500 characters')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Post Note' })).toBeVisible()
})
