import { expect } from './journey.ts'
import { test } from './own-forum.ts'

// Uses its own forum, because it makes the table of notes unusable.

test.use({ expected: [/Failed to load resource|server sent an unexpected response/] })

test('a page without its list says so with a 503 that nobody keeps, and is whole again', async ({
  newMember,
  page,
  request,
  sql,
}) => {
  const { page: author, member } = await newMember('noter')
  const share = { data: { content: 'A note of the day' }, headers: { 'x-csrf-token': 'j'.repeat(32) } }
  expect((await author.request.post('/api/notes', share)).status()).toBe(201)
  const profile = `/profile/${member.username}?tab=notes`
  await sql('alter table notes rename column content to content_away')
  for (const path of ['/notes', profile]) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(503)
    expect(await response.text()).toContain('The notes could not be loaded')
  }
  expect(await (await request.get(profile)).text()).toContain(`@${member.username}`)
  expect((await request.get('/concepts')).status()).toBe(200)

  // The page shows an error message. After the table is repaired, a retry succeeds.
  await page.goto('/notes')
  await expect(page.getByText('The notes could not be loaded')).toBeVisible()
  await sql('alter table notes rename column content_away to content')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main').getByText('A note of the day')).toBeVisible()
  for (const path of ['/notes', profile]) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(200)
    expect(await response.text()).toContain('A note of the day')
  }
})
