import { expect, test } from './journey.ts'

test.use({ expected: [/the server responded with a status of (429|503)/] })

/** As the API refuses haste. The forum of the journeys has no limits: they all come from one address. */
const HASTE = {
  status: 429,
  headers: { 'retry-after': '40' },
  json: {
    defined: true,
    code: 'TOO_MANY_REQUESTS',
    status: 429,
    message: 'You are going too fast. Try again in 40 seconds.',
    data: { retry_after: 40 },
  },
}

test('who writes too fast is told when to try again, and keeps what they wrote', async ({ newMember }) => {
  const { page } = await newMember('hasty')
  await page.goto('/create-post')
  await page.getByLabel('Title').fill('One more thought')
  await page.getByLabel('Content').fill('And then another one, at once.')
  await page.route('**/api/posts', (route) => route.fulfill(HASTE))
  await page.getByRole('button', { name: 'Publish Post' }).click()
  await expect(page.getByText('You are going too fast')).toBeVisible()
  await expect(page.getByText('Try again in 40 seconds.')).toBeVisible()
  await expect(page.getByText('Please try again later')).toBeHidden()
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('One more thought')
  await expect(page.getByLabel('Content')).toHaveValue('And then another one, at once.')
  await page.unroute('**/api/posts')
  await page.getByRole('button', { name: 'Publish Post' }).click()
  await expect(page.getByRole('heading', { name: 'One more thought' })).toBeVisible()
})

test('a vote too many is taken back, and says when', async ({ newMember, sql }) => {
  const { page: writer } = await newMember('writer')
  const data = { title: 'Much voted on', content: '<p>Words.</p>' }
  const headers = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
  const { id } = await (await writer.request.post('/api/posts', { data, headers })).json()
  await writer.goto(`/post/${id}`)
  await writer.route('**/vote', (route) => route.fulfill(HASTE))
  const up = writer.getByRole('button', { name: 'Vote up' }).first()
  await up.click()
  await expect(writer.getByText('Try again in 40 seconds.')).toBeVisible()
  await expect(writer.getByText('Error voting')).toBeHidden()
  await expect(up).toHaveAttribute('aria-pressed', 'false')
  const { rows } = await sql('select votes_score from posts where id = $1', [id])
  expect(rows[0].votes_score).toBe(0)
})

test('who tries to sign in too often is told when', async ({ page }) => {
  await page.goto('/auth')
  await page.route('**/api/auth/sign-in/email', (route) => route.fulfill(HASTE))
  await page.getByLabel('Email').fill('somebody@example.org')
  await page.getByLabel('Password', { exact: true }).fill('guessed again')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Try again in 40 seconds.').first()).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('somebody@example.org')
})

test('who signs in while too many do is told when to try again, and types nothing anew', async ({ page }) => {
  const message = 'Many people are signing in right now. Try again in 5 seconds.'
  await page.goto('/auth')
  await page.route('**/api/auth/sign-in/email', (route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '5' },
      json: { code: 'SERVICE_UNAVAILABLE', message, data: { retry_after: 5 } },
    }),
  )
  await page.getByLabel('Email').fill('somebody@example.org')
  await page.getByLabel('Password', { exact: true }).fill('the right one')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('tabpanel').getByText(message)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('somebody@example.org')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('the right one')
})
