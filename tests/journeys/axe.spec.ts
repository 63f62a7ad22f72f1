import type { Page } from '@playwright/test'
import { type Address, type Role, TRIED } from '../addresses.ts'
import { expectAccessibleEverywhere, expectReflow, expectStructure } from './accessible.ts'
import { expectIconsInForcedColors, expectNoZoomOnFocus } from './devices.ts'
import { makeFixtures } from './fixtures.ts'
import { expect, test } from './journey.ts'

// Some addresses lead to what is not there, or not any more.
test.use({ expected: [/404|410/] })

const of = (looker: Role) => TRIED.filter(({ as }) => as === looker)
const everySecond = (addresses: readonly Address[], from: 0 | 1) => addresses.filter((_, n) => n % 2 === from)

/** Visitors have the most pages: as two journeys they take two workers. */
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
  if (as !== 'visitor') await expect(page.getByRole('button', { name: /^Notifications/ }), name).toBeVisible()
  // What stands for something else until that is here.
  await expect(page.locator('.skeleton:visible, .spinner:visible'), name).toHaveCount(0)
}
