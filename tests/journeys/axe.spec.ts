import type { Page } from '@playwright/test'
import { type Address, type Role, TRIED } from '../addresses.ts'
import {
  chooseTheme,
  expectAccessible,
  expectAccessibleEverywhere,
  expectReflow,
  expectStructure,
} from './accessible.ts'
import { expectIconsInForcedColors, expectNoZoomOnFocus } from './devices.ts'
import { makeFixtures } from './fixtures.ts'
import { expect, test } from './journey.ts'

// Pages about missing or removed content return these statuses, which Chromium logs as console errors.
test.use({ expected: [/404|410/] })

test('the main pages keep nobody out, dark on a phone and light at a desk', async ({
  page: guest,
  newMember,
  sql,
}) => {
  // Ten checks take more than a minute if the machine is busy.
  test.slow()
  const { page, member } = await newMember('walker')
  const { post } = await makeFixtures({ page, member }, await newMember('other'), sql)
  await guest.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/', '/auth?tab=sign-up', '/forum', `/post/${post}`, '/notes']) {
    await guest.goto(path)
    await expectAccessible(guest, path)
  }
  for (const path of [
    '/',
    `/post/${post}`,
    '/create-post-rich',
    '/messages',
    '/settings',
    '/settings/security',
  ]) {
    await page.goto(path)
    await chooseTheme(page, 'light')
    await expectWhole(page, path)
    await expectAccessible(page, path)
  }
})

const of = (looker: Role) => TRIED.filter(({ as }) => as === looker)
const everySecond = (addresses: readonly Address[], from: 0 | 1) => addresses.filter((_, n) => n % 2 === from)

/** Pages to check, with a test for each line. Visitors have most pages, so two tests share them. */
const ROUNDS: readonly [Role, readonly Address[]][] = [
  ['visitor', everySecond(of('visitor'), 0)],
  ['visitor', everySecond(of('visitor'), 1)],
  ['member', of('member')],
  ['editor', of('editor')],
]

for (const [index, [looker, addresses]] of ROUNDS.entries())
  test(`nothing keeps a ${looker} out, in any theme and width (${index + 1})`, { tag: '@all' }, async ({
    page: guest,
    newMember,
    sql,
  }) => {
    test.slow()
    const walker = await newMember('walker')
    const sights = await makeFixtures(walker, await newMember('other'), sql)
    if (looker === 'editor')
      await sql(
        "insert into user_roles (user_id, role) select id, unnest(array['editor', 'moderator']) from profiles where username = $1",
        [sights.username],
      )
    const page = looker === 'visitor' ? guest : walker.page
    for (const address of addresses) {
      await test.step(address.name, async () => {
        await open(page, address, address.path(sights))
        await expectStructure(page, address.name)
        await expectAccessibleEverywhere(page, address.name)
        await expectReflow(page, address.name)
        await expectNoZoomOnFocus(page, address.name)
        await expectIconsInForcedColors(page, address.name)
      })
    }
  })

async function open(page: Page, { as, name }: Address, path: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(path)
  if (as === 'visitor') await expectNoPlaceholders(page, name)
  else await expectWhole(page, name)
}

/** Waits until the page has loaded everything that depends on the signed-in member. */
async function expectWhole(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('button', { name: /^Notifications/ }), name).toBeVisible()
  await expectNoPlaceholders(page, name)
}

async function expectNoPlaceholders(page: Page, name: string): Promise<void> {
  await expect(page.locator('.skeleton:visible, .spinner:visible'), name).toHaveCount(0)
}
