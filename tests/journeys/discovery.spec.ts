import { expect, test } from './journey.ts'

test('a post that is linked elsewhere has an image of its own', async ({ newMember, page }) => {
  const { page: writer } = await newMember('painter')
  const data = { title: 'A picture of “this” & that', content: '<p>Words.</p>' }
  const headers = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
  const { id } = await (await writer.request.post('/api/posts', { data, headers })).json()
  await page.goto(`/post/${id}`)
  const meta = (name: string) => page.locator(`meta[property="${name}"], meta[name="${name}"]`)
  await expect(meta('twitter:card')).toHaveAttribute('content', 'summary_large_image')
  await expect(meta('og:image:alt')).toHaveAttribute('content', data.title)
  const address = (await meta('og:image').getAttribute('content')) ?? ''
  expect(new URL(address).pathname).toMatch(new RegExp(`^/post/${id}/image-`))
  const structured = await page.locator('script[type="application/ld+json"]').textContent()
  expect(JSON.parse(structured ?? '').image).toBe(address)
  const answer = await page.request.get(address, { maxRedirects: 0 })
  expect(answer.headers()['content-type']).toBe('image/png')
  const png = await answer.body()
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
})
