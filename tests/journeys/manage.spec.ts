import type { Page } from '@playwright/test'
import { expectAccessibleInThemes } from './accessible.ts'
import { call, create } from './fixtures.ts'
import { expect } from './journey.ts'
import { test } from './own-forum.ts'

// Uses its own forum, because other tests count the forum's books and expect that it has no events.

// Chromium logs refused requests as console errors, which these tests expect.
test.use({ expected: [/Failed to load resource/] })
// Runs in one worker, so that all tests share one forum.
test.describe.configure({ mode: 'default' })

const CSRF = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
const dialog = (page: Page) => page.getByRole('dialog')
const places = (page: Page) => page.getByRole('navigation', { name: 'Manage sections' })
const changes = (page: Page) => page.getByRole('list', { name: 'Changes' }).getByRole('listitem')

type Sql = (statement: string, values?: unknown[]) => Promise<unknown>
const give = (sql: Sql, role: string, username: string) =>
  sql('insert into user_roles (user_id, role) select id, $1 from profiles where username = $2', [
    role,
    username,
  ])

test('an editor adds a concept, renames it and deletes it, and every page follows at once', async ({
  newMember,
  page: guest,
  sql,
}) => {
  const { page, member } = await newMember('edith')
  await give(sql, 'editor', member.username)
  await page.goto('/')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Manage', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Manage' })).toBeVisible()
  await places(page).getByRole('link', { name: 'Concepts' }).click()
  await page.getByRole('button', { name: 'Add concept' }).click()
  await dialog(page).getByRole('button', { name: 'Add concept' }).click()
  await expect(dialog(page).getByText('A name is required.')).toBeVisible()
  await expect(dialog(page).getByLabel('Name')).toBeFocused()
  await dialog(page).getByLabel('Name').fill('ethics')
  await dialog(page).getByRole('button', { name: 'Add concept' }).click()
  await expect(dialog(page).getByText('A concept with this name already exists.')).toBeVisible()
  await dialog(page).getByLabel('Name').fill('Uploads')
  await dialog(page).getByRole('textbox', { name: 'Colour', exact: true }).fill('red')
  await dialog(page).getByRole('button', { name: 'Add concept' }).click()
  await expect(dialog(page).getByText('Enter a colour as "#" and six hex digits')).toBeVisible()
  await expectAccessibleInThemes(page, 'a colour that is refused')
  await dialog(page).getByRole('textbox', { name: 'Colour', exact: true }).fill('#33aa77')
  await dialog(page).getByRole('button', { name: 'Add concept' }).click()
  await expect(page.getByText('Concept added').first()).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Uploads' })).toContainText('0 posts')

  await guest.goto('/concepts')
  await expect(guest.getByRole('heading', { name: 'Uploads' })).toBeVisible()
  await page.goto('/create-post')
  await expect(page.getByRole('checkbox', { name: 'Uploads' })).toBeAttached()
  const { items } = await (await page.request.get('/api/concepts')).json()
  const { id } = items.find(({ name }: { name: string }) => name === 'Uploads')
  const data = { title: 'A copy of me', content: '<p>Is it?</p>', concept_ids: [id] }
  await page.request.post('/api/posts', { data, headers: CSRF })
  await guest.goto('/forum')
  const card = guest.getByRole('listitem').filter({ hasText: 'A copy of me' })
  await expect(card.getByRole('link', { name: 'Uploads' })).toHaveAttribute('style', /#33aa77/)

  await page.goto('/manage/concepts')
  await page.getByRole('button', { name: 'Edit Uploads' }).click()
  await dialog(page).getByLabel('Name').fill('Mind Uploading')
  await dialog(page).getByRole('textbox', { name: 'Colour', exact: true }).fill('#aa3377')
  await dialog(page).getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Concept saved').first()).toBeVisible()
  await guest.reload()
  await expect(card.getByRole('link', { name: 'Mind Uploading' })).toHaveAttribute('style', /#aa3377/)

  await page.getByRole('button', { name: 'Delete Mind Uploading' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('1 post is kept but loses this concept.')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Concept deleted').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Concepts' })).toBeFocused()
  await guest.reload()
  await expect(card).toBeVisible()
  await expect(card.getByRole('link', { name: 'Mind Uploading' })).toHaveCount(0)
  expect((await guest.goto(`/concepts/${id}`))?.status()).toBe(404)

  await page.goto('/manage')
  await expect(changes(page).nth(0)).toContainText(`${member.username} deleted the concept Mind Uploading`)
  await expect(changes(page).nth(1)).toContainText(`${member.username} changed the concept Mind Uploading`)
  await expect(changes(page).nth(1)).toContainText('name, colour')
  await expect(changes(page).nth(2)).toContainText(`${member.username} added the concept Uploads`)
  await expectAccessibleInThemes(page, 'what staff changed')
})

test('whatever is maintained shows both versions where a save meets another', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member } = await newMember('twice')
  await give(sql, 'editor', member.username)
  const name = `Meeting ${member.username}`
  const starts_at = new Date(Date.now() + 90_000_000).toISOString()
  const made = {
    events: await create(page, 'events', { title: name, description: 'At noon.', starts_at, place: 'Here' }),
    resources: await create(page, 'resources', {
      ...{ kind: 'book', title: name, author: 'Somebody', year: 1999 },
      ...{ link: 'https://example.org', description: 'A book.' },
    }),
    concepts: await create(page, 'concepts', { name, color: '#aa3377', description: 'Of meeting.' }),
  }
  const FIELDS = {
    events: { label: 'Place', name: 'place', yours: 'Yours', theirs: 'Theirs' },
    resources: { label: 'Author', name: 'author', yours: 'Yours', theirs: 'Theirs' },
    concepts: { label: 'Colour', name: 'color', yours: '#0000aa', theirs: '#00aa00' },
  }
  for (const path of ['events', 'resources', 'concepts'] as const) {
    const { yours, theirs, ...field } = FIELDS[path]
    await page.goto(`/manage/${path}`)
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    const box = dialog(page).getByRole('textbox', { name: field.label, exact: true })
    await box.fill(yours)
    await call(page, 'patch', `${path}/${made[path]}`, { [field.name]: theirs })
    await dialog(page).getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog(page).getByRole('heading', { name: /^Someone saved this after/ })).toBeFocused()
    await expect(dialog(page).getByRole('region', { name: `${field.label}: your version` })).toHaveText(yours)
    const saved = dialog(page).getByRole('region', { name: `${field.label}: saved version` })
    await expect(saved).toHaveText(theirs)
    await dialog(page).getByRole('button', { name: 'Save your version' }).click()
    await expect(dialog(page)).toBeHidden()
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    await expect(box).toHaveValue(yours)
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await call(page, 'delete', `${path}/${made[path]}`)
  }
})

test('two edit the same thinker: neither overwrites the other, and nothing typed is lost', {
  tag: '@all',
}, async ({ newMember, sql }) => {
  const { page, member } = await newMember('editha')
  await give(sql, 'editor', member.username)
  await page.goto('/manage/thinkers')
  await page.getByRole('button', { name: 'Edit Nick Bostrom' }).click()
  await dialog(page).getByLabel('Field of expertise').fill('Philosophy of everything')
  await dialog(page).getByLabel('Died').fill('1900')
  await dialog(page).getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog(page).getByText('The year of death can’t be before the year of birth.')).toBeVisible()
  await dialog(page).getByLabel('Died').fill('')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Edit Nick Bostrom' })).toBeFocused()

  const { items } = await (await page.request.get('/api/thinkers')).json()
  const { id } = items.find((thinker: { name: string }) => thinker.name === 'Nick Bostrom')
  await call(page, 'patch', `thinkers/${id}`, { bio: 'Said by another.' })
  await page.reload()
  await page.getByRole('button', { name: 'Edit Nick Bostrom' }).click()
  await expect(dialog(page).getByText('Draft restored')).toBeVisible()
  await expect(dialog(page).getByLabel('Field of expertise')).toHaveValue('Philosophy of everything')
  await dialog(page).getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog(page).getByRole('heading', { name: /^Someone saved this after/ })).toBeFocused()
  const yours = dialog(page).getByRole('region', { name: 'Field of expertise: your version' })
  await expect(yours).toHaveText('Philosophy of everything')
  await expect(dialog(page).getByRole('region', { name: 'Field of expertise: saved version' })).toBeVisible()
  await expect(dialog(page).getByRole('region', { name: 'Biography: saved version' })).toHaveText(
    'Said by another.',
  )
  await expectAccessibleInThemes(page, 'what another saved meanwhile')
  await dialog(page).getByRole('button', { name: 'Use saved version' }).click()
  await expect(dialog(page).getByLabel('Biography')).toHaveValue('Said by another.')
  const said = page.getByRole('region', { name: 'What just happened' })
  await said.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog(page).getByLabel('Field of expertise')).toHaveValue('Philosophy of everything')
  await dialog(page).getByLabel('Biography').fill('Said by another.')
  await dialog(page).getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Thinker saved').first()).toBeVisible()

  await page.goto('/thinkers')
  const article = page.getByRole('article', { name: 'Nick Bostrom' })
  await expect(article).toContainText('Philosophy of everything')
  await expect(article).toContainText('Said by another.')
  await page.goto('/manage/thinkers')
  await page.getByRole('button', { name: 'Delete Nick Bostrom' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Thinker deleted').first()).toBeVisible()
  await page.goto('/thinkers')
  await expect(page.getByRole('heading', { level: 1, name: 'Thinkers' })).toBeVisible()
  await expect(article).toHaveCount(0)
})

test('an admin adds a book and an event, and whoever reads without script sees them', {
  tag: '@all',
}, async ({ newMember, browser, forum, sql }) => {
  const { page, member } = await newMember('adam')
  await give(sql, 'admin', member.username)
  // Other tests of this file add events.
  for (const { id } of (await (await page.request.get('/api/events')).json()).items)
    await page.request.delete(`/api/events/${id}`, { headers: CSRF })
  const plain = await (await browser.newContext({ javaScriptEnabled: false, baseURL: forum.url })).newPage()
  for (const path of ['/events', '/community']) {
    await plain.goto(path)
    await expect(plain.getByText('No events are scheduled.')).toBeVisible()
  }
  await page.goto(`/profile/${member.username}`)
  await page.getByRole('link', { name: 'Manage' }).click()
  await places(page).getByRole('link', { name: 'Resources' }).click()
  await page.getByRole('button', { name: 'Add book' }).click()
  await dialog(page).getByLabel('Title').fill('The Age of Em')
  await dialog(page).getByLabel('Author').fill('Robin Hanson')
  await dialog(page).getByLabel('Year').fill('2016')
  await dialog(page).getByLabel('Link').fill('ageofem.com')
  await dialog(page).getByLabel('Description').fill('Work, love and life when robots rule the earth.')
  await dialog(page).getByRole('button', { name: 'Add book' }).click()
  await expect(page.getByText('Book added').first()).toBeVisible()
  await plain.goto('/resources')
  const books = plain.getByRole('region', { name: 'Recommended Reading' }).getByRole('listitem')
  await expect(books).toHaveCount(8)
  await expect(books.nth(5)).toContainText('The Age of Em')
  await expect(books.nth(5).getByRole('link')).toHaveAttribute('href', 'https://ageofem.com')

  await page.goto('/manage/events')
  await page.getByRole('button', { name: 'Add event' }).click()
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await dialog(page).getByLabel('Title').fill('Reading group')
  await dialog(page).getByLabel('Starts').fill(`${soon}T18:00`)
  await dialog(page).getByLabel('Ends').fill(`${soon}T17:00`)
  await dialog(page).getByLabel('Place').fill('The old library')
  await dialog(page).getByRole('button', { name: 'Add event' }).click()
  await expect(dialog(page).getByText('The end must be after the start.')).toBeVisible()
  await dialog(page).getByLabel('Ends').fill(`${soon}T20:00`)
  await dialog(page).getByRole('button', { name: 'Add event' }).click()
  await expect(page.getByText('Event added').first()).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expectAccessibleInThemes(page, 'events')
  for (const path of ['/events', '/community']) {
    await plain.goto(path)
    const event = plain.getByRole('listitem').filter({ hasText: 'Reading group' })
    await expect(event).toContainText('18:00 to 20:00 UTC')
    await expect(event).toContainText('The old library')
    await expect(plain.getByText('No events are scheduled.')).toHaveCount(0)
  }
  await plain.goto('/events')
  const schema = await plain.locator('script[type="application/ld+json"]').first().textContent()
  expect(JSON.parse(schema ?? '')['@graph'][0]).toMatchObject({ '@type': 'Event', name: 'Reading group' })
  const { items } = await (await page.request.get('/api/events')).json()
  const over = { starts_at: '2026-01-01T10:00:00Z', ends_at: null }
  await page.request.patch(`/api/events/${items[0].id}`, { data: over, headers: CSRF })
  await plain.reload()
  await expect(plain.getByRole('region', { name: 'Past events' })).toContainText('Reading group')
  await expect(plain.getByText('No events are scheduled.')).toBeVisible()
  await plain.context().close()

  await page.goto('/manage')
  await expect(changes(page).nth(0)).toContainText('changed the event Reading group')
  await expect(changes(page).nth(0)).toContainText('start, end')
  await expect(changes(page).nth(1)).toContainText('added the event Reading group')
  await expect(changes(page).nth(2)).toContainText('added the book The Age of Em')
})

test('who is neither editor nor admin is denied access, by the pages and by the API', {
  tag: '@all',
}, async ({ newMember, page: guest }) => {
  const { page, member } = await newMember('curious')
  await page.goto(`/profile/${member.username}`)
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Manage' })).toHaveCount(0)
  for (const path of [
    '/manage',
    '/manage/concepts',
    '/manage/thinkers',
    '/manage/resources',
    '/manage/events',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
    await expect(page.getByText('You need editor or admin permissions to manage content.')).toBeVisible()
    const html = await (await guest.request.get(path)).text()
    expect(html).toContain('<meta name="robots" content="noindex"')
  }
  for (const path of ['/api/changes', '/api/collections']) {
    expect((await page.request.get(path)).status()).toBe(403)
    expect((await guest.request.get(path)).status()).toBe(401)
  }
  const data = { name: 'Mine', color: '#112233' }
  expect((await page.request.post('/api/concepts', { data, headers: CSRF })).status()).toBe(403)
  await guest.goto('/manage/events')
  await expect(guest.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
  await guest.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await expect(guest).toHaveURL(/\/auth\?redirect=.*manage.*events/)
})

test('an admin names the forum and writes its terms by the keyboard, and guests read them without script', async ({
  newMember,
  browser,
  forum,
  sql,
}) => {
  const { page, member } = await newMember('adam')
  const other = await newMember('edward')
  await give(sql, 'admin', member.username)
  await give(sql, 'editor', other.member.username)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: forum.url })
  const guest = await context.newPage()
  expect((await guest.goto('/terms'))?.status()).toBe(404)

  await other.page.goto('/manage/site')
  await expect(other.page.getByText('You need admin permissions to manage the site.')).toBeVisible()
  await other.page.goto('/manage')
  await expect(places(other.page).getByRole('link', { name: 'Rules' })).toBeVisible()
  await expect(places(other.page).getByRole('link', { name: 'Site' })).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/manage')
  await places(page).getByRole('link', { name: 'Site' }).press('Enter')
  const name = page.getByLabel('Name', { exact: true })
  await name.press('ControlOrMeta+a')
  await page.keyboard.type('Longevity Circle')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Long lives, talked through.')
  await page.getByLabel('Contact', { exact: true }).fill('nobody')
  await page.getByRole('button', { name: 'Save Changes' }).press('Enter')
  await expect(page.getByText('Enter an email address, or a URL')).toBeVisible()
  await page.getByLabel('Contact', { exact: true }).fill('desk@circle.example')
  await page.getByLabel('Terms', { exact: true }).fill('Be kind.\n\nSee https://law.example <b>now</b>.')
  await expectAccessibleInThemes(page, 'settings of the site')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: 'Save Changes' }).press('Enter')
  await expect(page.getByText('Site settings saved').first()).toBeVisible()
  await expect(page).toHaveTitle('Manage Site | Longevity Circle')
  await expect(name).toHaveValue('Longevity Circle')

  await guest.goto('/about')
  await expect(guest).toHaveTitle('About | Longevity Circle')
  await expect(guest.getByRole('heading', { level: 1, name: 'About Longevity Circle' })).toBeVisible()
  await expect(guest.getByRole('link', { name: 'desk@circle.example' })).toHaveAttribute(
    'href',
    'mailto:desk@circle.example',
  )
  await guest.getByRole('navigation', { name: 'More' }).getByRole('link', { name: 'Terms' }).click()
  await expect(guest.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible()
  await expect(guest.getByRole('link', { name: /law\.example/ })).toBeVisible()
  await expect(guest.getByText('<b>now</b>')).toBeVisible()
  await page.goto('/terms')
  await expectAccessibleInThemes(page, 'terms')
  await page.goto('/manage')
  await expect(changes(page).nth(0)).toContainText('changed the site Longevity Circle')
  // Restores the settings, because other tests in this file check the forum's name.
  const nothing = { name: null, description: null, contact: null, terms: '' }
  expect((await page.request.patch('/api/site/settings', { data: nothing, headers: CSRF })).ok()).toBe(true)
  await context.close()
})

test('a forum by invitation takes who has a link, and a closed one says so', { tag: '@all' }, async ({
  newMember,
  page: guest,
  sql,
}) => {
  const { page, member } = await newMember('adele')
  await give(sql, 'admin', member.username)
  // Other tests may have left some.
  await sql('delete from invites')
  await page.goto('/manage/site')
  await page.getByRole('radio', { name: 'Invite-only' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Save Changes' }).press('Enter')
  await expect(page.getByText('Site settings saved').first()).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await places(page).getByRole('link', { name: 'Invites' }).click()
  await expect(page.getByText('No invites yet.')).toBeVisible()
  await page.getByLabel('Uses', { exact: true }).fill('0')
  await page.getByRole('button', { name: 'Create link' }).press('Enter')
  await expect(page.getByText('A link can have 1 to 1000 uses.').first()).toBeVisible()
  await page.getByLabel('Uses', { exact: true }).fill('2')
  await page.getByLabel('Note', { exact: true }).fill('For Ines')
  await page.keyboard.press('Enter')
  const link = (await page.getByText(/auth\?invite=/).textContent()) ?? ''
  await expect(page.getByRole('listitem').filter({ hasText: 'For Ines' })).toContainText('0 of 2 used')
  await expectAccessibleInThemes(page, 'invites')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await guest.goto('/auth?tab=sign-up')
  await guest.getByLabel('Username').fill('ines_early')
  await guest.getByLabel('Email').fill('ines.early@journey.example')
  await guest.getByLabel('Password', { exact: true }).fill('a long enough password')
  await guest.getByRole('button', { name: 'Sign Up' }).press('Enter')
  await expect(guest.getByText(/need an invite/).first()).toBeVisible()
  await expect(guest.getByLabel('Invite link')).toBeFocused()

  await guest.setViewportSize({ width: 390, height: 844 })
  await guest.goto(link)
  await expect(guest.getByLabel('Invite link')).toHaveValue(/^[\w-]{24}$/)
  await expectAccessibleInThemes(guest, 'signing up with an invite')
  await guest.getByLabel('Username').fill('ines')
  await guest.getByLabel('Email').fill('ines@journey.example')
  await guest.getByLabel('Password', { exact: true }).fill('a long enough password')
  await guest.keyboard.press('Enter')
  await expect(guest.getByText('Verification Required').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'For Ines' })).toContainText('1 of 2 used')
  await page.getByRole('button', { name: 'Revoke: For Ines' }).press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'For Ines' })).toContainText('revoked')

  await page.goto('/manage/site')
  await page.getByLabel('Contact', { exact: true }).fill('desk@circle.example')
  await page.getByRole('radio', { name: 'Closed' }).check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Site settings saved').first()).toBeVisible()
  await guest.goto('/auth?tab=sign-up')
  await expect(guest.getByText(/are closed at the moment/)).toBeVisible()
  await expect(guest.getByRole('link', { name: 'desk@circle.example' })).toBeVisible()
  await expect(guest.getByRole('button', { name: 'Sign Up' })).toHaveCount(0)
  await expectAccessibleInThemes(guest, 'signing up where nobody may')
  // Restores the settings, because other tests in this file sign up and check the forum's name.
  const open = { registration: 'open', contact: null }
  expect((await page.request.patch('/api/site/settings', { data: open, headers: CSRF })).ok()).toBe(true)
})

test('an admin switches pictures off and on', { tag: '@all' }, async ({ newMember, sql }) => {
  const { page, member } = await newMember('adam')
  const { page: writer } = await newMember('writer')
  await give(sql, 'admin', member.username)
  const set = async (choice: RegExp) => {
    await page.goto('/manage/site')
    await page.getByRole('group', { name: 'Pictures' }).getByRole('radio', { name: choice }).check()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Site settings saved').first()).toBeVisible()
    await writer.goto('/create-post')
    await expect(writer.getByRole('textbox', { name: 'Content' })).toBeEditable()
  }
  const button = writer.getByRole('button', { name: 'Add pictures' })
  await set(/^Off/)
  await expect(button).toHaveCount(0)
  await set(/^On/)
  await expect(button).toBeVisible()
})
