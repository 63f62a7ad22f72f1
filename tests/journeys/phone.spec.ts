import { create } from './fixtures.ts'
import { expect, test } from './journey.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('the text of a post is in view on a phone, and the bar leaves while somebody types', async ({
  newMember,
}) => {
  for (const path of ['/create-post-rich', '/create-post']) {
    const { page } = await newMember('thumbs', path)
    const content = page.getByRole('textbox', { name: 'Content' })
    await expect(content).toBeVisible()
    const [text, title, concepts] = await Promise.all([
      content.boundingBox(),
      page.getByRole('textbox', { name: /^Title/ }).boundingBox(),
      page.getByRole('group', { name: 'Concepts' }).boundingBox(),
    ])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(text?.y).toBeGreaterThan(title?.y ?? Infinity)
    expect(text?.y).toBeLessThan(844 - 2 * 56)
    expect(concepts?.y).toBeGreaterThan((text?.y ?? Infinity) + (text?.height ?? 0))
    const bar = page.getByRole('navigation', { name: 'Main' })
    await expect(bar).toBeInViewport()
    await content.tap({ position: { x: 40, y: 20 } })
    await expect(bar).not.toBeInViewport()
    await content.blur()
    await expect(bar).toBeInViewport()
  }
})

test('concepts are one row on a phone, and “More” shows all of them', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('picks', '/create-post')
  const concepts = page.getByRole('group', { name: 'Concepts' })
  const tops = () =>
    concepts
      .getByRole('checkbox')
      .evaluateAll((boxes) => [
        ...new Set(boxes.map((box) => Math.round(box.closest('label')?.getBoundingClientRect().top ?? 0))),
      ])
  await expect(concepts.getByRole('checkbox').first()).toBeAttached()
  expect(await tops()).toHaveLength(1)
  await concepts.getByRole('button', { name: 'More' }).tap()
  expect((await tops()).length).toBeGreaterThan(1)
  await concepts.getByText('Identity').tap()
  await concepts.getByRole('button', { name: 'Less' }).tap()
  await expect(concepts.getByRole('checkbox', { name: 'Identity' })).toBeChecked()
  expect(await tops()).toHaveLength(1)
})

test('the actions of a comment are nearer to it than to the next, and deleting is away from voting', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page } = await newMember('spaced')
  const post = await create(page, 'posts', { title: 'Distances', content: '<p>Words.</p>' })
  for (const content of ['The first.', 'The second.'])
    await create(page, `posts/${post}/comments`, { content })
  await page.goto(`/post/${post}`)
  const [first, second] = [
    page.getByText('The first.'),
    page.getByRole('article').filter({ hasText: 'The second.' }),
  ]
  const reply = page
    .getByRole('article')
    .filter({ hasText: 'The first.' })
    .getByRole('button', { name: 'Reply' })
  const [words, button, next] = await Promise.all([
    first.boundingBox(),
    reply.boundingBox(),
    second.getByRole('link').first().boundingBox(),
  ])
  const middle = (button?.y ?? 0) + (button?.height ?? 0) / 2
  const above = middle - (words?.y ?? 0) - (words?.height ?? 0)
  expect(above).toBeLessThan((next?.y ?? 0) - middle)

  const actions = page.locator('.post')
  const [vote, remove] = await Promise.all([
    actions.getByRole('button', { name: 'Vote up' }).boundingBox(),
    actions.getByRole('button', { name: 'Delete' }).boundingBox(),
  ])
  expect(remove?.y).toBeGreaterThanOrEqual((vote?.y ?? Infinity) + (vote?.height ?? 0))
  expect(remove?.x).toBeGreaterThan((vote?.x ?? Infinity) + 2 * (vote?.width ?? 0))
})
