import type { Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { authenticator, readSecret } from './authenticator.ts'
import { call, create } from './fixtures.ts'
import { expect } from './journey.ts'
import { test } from './own-forum.ts'
import { plugIn } from './passkey-device.ts'
import { toast } from './states.ts'

test.use({
  settings: { STAFF_SECOND_FACTOR: 'required' },
  // Chromium logs refused requests as console errors, which these tests expect.
  expected: [/Failed to load resource/],
})

const main = (page: Page) => page.getByRole('main')
const grant = 'insert into user_roles (user_id, role) select id, $2 from profiles where username = $1'

test('where staff needs a second factor, roles rest until there is one', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member } = await newMember('sleeper')
  await sql(grant, [member.username, 'moderator'])
  await page.goto('/moderation/queue')
  await expect(main(page).getByRole('heading', { level: 1, name: 'Your roles are paused' })).toBeVisible()
  await expectAccessibleEverywhere(page, 'roles that rest')
  await page.setViewportSize({ width: 1280, height: 800 })
  const refused = await page.request.get('/api/moderation/cases')
  expect([refused.status(), (await refused.json()).code]).toEqual([403, 'SECOND_FACTOR_REQUIRED'])
  // This page is for a role that the member does not have, so it does not ask for a second factor.
  await page.goto('/user-management')
  await expect(main(page).getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()

  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Your roles are paused' }).click()
  await expect(page).toHaveURL('/settings/security')
  await expect(main(page).getByText('This forum requires a second factor for roles.')).toBeVisible()
  await expectAccessibleEverywhere(page, 'settings while roles rest')
  await main(page).getByRole('link', { name: 'Turn one on below' }).click()
  await main(page).getByRole('button', { name: 'Turn on' }).click()
  const app = await readSecret(page)
  await page.getByLabel('Code from the app').fill(await app.code())
  await main(page).getByRole('button', { name: 'Confirm' }).click()
  await main(page).getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(main(page).getByText('This forum requires a second factor for roles.')).toHaveCount(0)

  await page.goto('/moderation/queue')
  await expect(main(page).getByRole('heading', { level: 1, name: 'Moderation Queue' })).toBeVisible()
  expect((await page.request.get('/api/moderation/cases')).status()).toBe(200)
  await page.goto('/settings/security')
  await main(page).getByRole('button', { name: 'Turn off' }).click()
  const question = page.getByRole('alertdialog', { name: 'Turn off the second factor?' })
  await expect(
    question.getByText('Your roles will be paused until you turn on a second factor again.'),
  ).toBeVisible()
})

test('a page that was opened before says why a role does nothing', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member } = await newMember('before')
  const { page: theirs } = await newMember('written')
  await sql(grant, [member.username, 'moderator'])
  const id = await create(theirs, 'posts', { title: 'Of what rests', content: '<p>Words.</p>' })
  const begun = await call(page, 'post', 'me/second-factor')
  const { secret } = await begun.json()
  await call(page, 'put', 'me/second-factor', { code: await authenticator(secret).code() })
  await page.goto(`/post/${id}`)
  await page.getByRole('button', { name: 'Moderate' }).click()
  // Removes the second factor, as if on another device.
  await call(page, 'delete', 'me/second-factor')
  await page.getByRole('menuitem', { name: 'Lock', exact: true }).click()
  await expect(toast(page, 'Your roles are paused')).toBeVisible()
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page).toHaveURL('/settings/security')
})

test('roles act where a passkey was shown, and rest where the password alone signed in', {
  tag: '@all',
}, async ({ newMember, sql }) => {
  const { page, member } = await newMember('keyed')
  await sql(grant, [member.username, 'moderator'])
  await plugIn(page)
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await page.goto('/settings/security')
  await main(page).getByRole('button', { name: 'Add a passkey' }).click()
  await main(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(main(page).getByText('Your roles are paused.')).toBeVisible()
  // The password alone is not enough to activate the roles.
  await main(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(
    main(page).getByText('Your roles are paused. Sign in with one of your passkeys first'),
  ).toBeVisible()
  await main(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(toast(page, 'This could not be saved')).toBeVisible()

  await page.context().clearCookies()
  await page.goto('/auth?redirect=%2Fmoderation%2Fqueue')
  await main(page).getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(main(page).getByRole('heading', { level: 1, name: 'Moderation Queue' })).toBeVisible()
  expect((await page.request.get('/api/moderation/cases')).status()).toBe(200)
})

test('members without a role are asked for nothing', { tag: '@all' }, async ({ newMember }) => {
  const { page } = await newMember('plain', '/settings/security')
  await expect(main(page).getByRole('button', { name: 'Turn on' })).toBeVisible()
  await expect(main(page).getByText('Your roles are paused')).toHaveCount(0)
})
