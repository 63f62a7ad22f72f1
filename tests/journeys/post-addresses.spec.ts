import { call, create } from './fixtures.ts'
import { expect, test } from './journey.ts'

test('a post is at its title’s address, and every other address leads there', async ({
  newMember,
  page,
  request,
}) => {
  const { page: writer } = await newMember('titled')
  const id = await create(writer, 'posts', { title: 'Was heißt „bewußt“?', content: '<p>Words.</p>' })
  const address = `/post/${id}/was-hei%C3%9Ft-bewu%C3%9Ft`
  for (const asked of [`/post/${id}`, `/post/${id}/`, `/post/${id}/other`, `/post/${id.toUpperCase()}`]) {
    const moved = await request.get(`${asked}?sort=newest&x=1`, { maxRedirects: 0 })
    expect([moved.status(), moved.headers().location], asked).toEqual([308, `${address}?sort=newest&x=1`])
  }
  expect((await request.get(address, { maxRedirects: 0 })).status()).toBe(200)
  await page.goto(`/post/${id}/other#comments`)
  await expect(page).toHaveURL(`${address}#comments`)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', process.env.BASE_URL + address)
  await expect(page.locator('meta[property="og:url"]')).toHaveAttribute(
    'content',
    process.env.BASE_URL + address,
  )
  await page.goto('/forum')
  await page.getByRole('link', { name: 'Was heißt' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Was heißt „bewußt“?')
  await expect(page).toHaveURL(address)
})

test('a new title moves an open post, and its former address leads there', { tag: '@all' }, async ({
  newMember,
  request,
}) => {
  const { page } = await newMember('titled')
  const id = await create(page, 'posts', { title: 'First title', content: '<p>Words.</p>' })
  await page.goto(`/post/${id}/first-title`)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  for (const title of ['Second title', 'First title']) {
    await page.getByRole('textbox', { name: /title/i }).fill(title)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    const address = `/post/${id}/${title.toLowerCase().replace(' ', '-')}`
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    for (const former of ['first-title', 'second-title']) {
      const { status, url } = await page.evaluate(async (path) => {
        const { status, url } = await fetch(path)
        return { status, url }
      }, `/post/${id}/${former}`)
      expect([status, new URL(url).pathname]).toEqual([200, address])
    }
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
  }
  expect((await request.get(`/post/${id}/edit`)).status()).toBe(200)
})

test('a post named like a page below it has an address without a title', { tag: '@all' }, async ({
  newMember,
  page,
}) => {
  const { page: writer } = await newMember('titled')
  const id = await create(writer, 'posts', { title: 'History!', content: '<p>Words.</p>' })
  await page.goto(`/post/${id}/some-title`)
  await expect(page).toHaveURL(`/post/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('History!')
  await page.goto(`/post/${id}/history`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('History of edits')
})

test('no address tells the title of a deleted, removed or unknown post', { tag: '@all' }, async ({
  newMember,
  request,
  sql,
}) => {
  const { page } = await newMember('secretive')
  const title = 'A secret title'
  const [deleted, removed] = [
    await create(page, 'posts', { title, content: '<p>Words.</p>' }),
    await create(page, 'posts', { title, content: '<p>Words.</p>' }),
  ]
  const { page: staff, member } = await newMember('moderator')
  await sql(
    "insert into user_roles (user_id, role) select id, 'moderator' from profiles where username = $1",
    [member.username],
  )
  await create(staff, `posts/${deleted}/comments`, { content: 'A remark.' })
  await call(page, 'delete', `posts/${deleted}`)
  await call(staff, 'put', `posts/${removed}/removal`, { reason: 'It reveals personal data.' })
  const unknown = '0199b3c4-7a1e-7c3b-9d2f-008b03506891'
  for (const [id, status] of [
    [deleted, 200],
    [removed, 410],
    [unknown, 404],
  ] as const) {
    for (const slug of ['', '/', '/a-secret-title', '/other']) {
      const response = await request.get(`/post/${id}${slug}`, { maxRedirects: 0 })
      if (slug) expect(response.headers().location).toBe(`/post/${id}`)
      else expect(response.status()).toBe(status)
      expect(JSON.stringify(response.headers()) + (await response.text())).not.toMatch(/secret.title/i)
    }
  }
})
