import type { Locator } from '@playwright/test'
import { create } from './fixtures.ts'
import { expect, test } from './journey.ts'

test('no letter of a name is lost when the form renders late', { tag: '@all' }, async ({ newMember }) => {
  const { page } = await newMember('typist')
  const post = await create(page, 'posts', { title: 'To be answered', content: '<p>Words.</p>' })
  await page.goto(`/post/${post}`)
  await page.getByRole('textbox', { name: 'Your comment' }).first().click()
  const field = page.locator('[data-comment-box] form').first().getByRole('textbox')
  await field.pressSequentially('Hello @o')
  for (const letter of 'ther') {
    const rendering = renderLate(field)
    await page.waitForTimeout(100)
    await Promise.all([page.keyboard.press(letter), rendering])
  }
  await expect(field).toHaveValue('Hello @other')
})

interface Fiber {
  return: Fiber | null
  memoizedState: Hook | null
}

interface Hook {
  memoizedState: unknown
  next: Hook | null
  queue: { dispatch?: (state: unknown) => void } | null
}

/**
 * Makes the form around the field render again, but only after a busy time, in which a key can be pressed. Reaches into
 * React, because on the page such a moment depends on the answers of the server.
 */
function renderLate(field: Locator): Promise<void> {
  return field.evaluate((element) => {
    const name = Object.keys(element).find((key) => key.startsWith('__reactFiber$')) ?? ''
    // The last flag of the form, `wasOpened`, changes nothing here.
    const findFlag = (fiber: Fiber | null): Hook => {
      let flag: Hook | undefined
      for (let hook = fiber?.memoizedState; hook; hook = hook.next)
        if (typeof hook.memoizedState === 'boolean' && hook.queue?.dispatch) flag = hook
      if (!fiber) throw new Error('no component with a flag')
      return flag ?? findFlag(fiber.return)
    }
    const flag = findFlag((element as unknown as Record<string, Fiber>)[name] ?? null)
    flag.queue?.dispatch?.(!flag.memoizedState)
    const end = performance.now() + 300
    while (performance.now() < end);
  })
}
