import { expect, test } from 'vitest'
import { Renderings, sharedDeadline } from './tags.server.ts'

test('all parts of an answer wait until the same moment, others until their own', async () => {
  const [pages, parts] = [new Renderings(), new Renderings()]
  const moments = await pages.run(async () => {
    const first = sharedDeadline(200)
    return [first, sharedDeadline(900), await parts.run(async () => sharedDeadline(900))]
  })
  expect(new Set(moments).size).toBe(1)
  expect(await parts.run(async () => sharedDeadline(900))).toBeGreaterThan(moments[0] as number)
  expect(sharedDeadline(900)).toBeGreaterThan(sharedDeadline(200))
})
