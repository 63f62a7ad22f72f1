import type { Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { expect, mailTo, test } from './journey.ts'
import { enter, tabTo } from './keys.ts'
import { plugIn } from './passkey-device.ts'
import { toast } from './states.ts'

// Chromium logs refused requests as console errors, which these tests expect.
test.use({ expected: [/Failed to load resource|net::ERR/] })

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const account = (page: Page) => page.getByRole('button', { name: 'Account', exact: true })
const proof = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })
const STALE =
  "update sessions set proved_at = now() - interval '1 hour' where user_id = (select id from users where email = $1)"

/** Adds a passkey to the account without changing its suggested name. */
async function add(page: Page) {
  await button(page, 'Add a passkey').click()
  const name = page.getByLabel('Name of the passkey')
  await expect(name).toBeFocused()
  await button(page, 'Cancel').click()
}

async function signOut(page: Page) {
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(button(page, 'Sign in with a passkey')).toBeVisible()
}

test('a member adds a passkey by keyboard, signs in with it by button and by autofill, and removes it', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page, member } = await newMember('keyed', '/settings/security')
  const device = await plugIn(page)
  await expect(main(page).getByText('You don’t have any passkeys yet.')).toBeVisible()
  await expectAccessibleEverywhere(page, 'no passkeys')
  await enter(button(page, 'Add a passkey'))
  const name = page.getByLabel('Name of the passkey')
  await expect(name).toBeFocused()
  await expect(name).toHaveValue(/Chrom/)
  expect(await device.credentials()).toBe(1)
  await expectAccessibleEverywhere(page, 'naming a passkey')
  await name.fill('  ')
  await name.press('Enter')
  await expect(name).toHaveAccessibleDescription(/The name must have 1 to 60 characters/)
  await name.fill('My laptop')
  await name.press('Enter')
  await expect(button(page, 'Rename My laptop')).toBeFocused()
  await expect(main(page).getByText('Not used yet')).toBeVisible()
  expect(await mailTo(member.email)).toContain('New passkey added')
  await expectAccessibleEverywhere(page, 'a passkey')

  // The forum refuses a second passkey on the same device.
  await button(page, 'Add a passkey').click()
  await expect(main(page).getByText('This device already has a passkey for this account.')).toBeVisible()

  // With autofill, the sign-in form offers the passkey. The virtual device accepts it at once and signs in.
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(account(page)).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goto('/settings/security')
  await expect(
    main(page).getByText('synced across your devices').or(main(page).getByText('on one device only')),
  ).toBeVisible()
  await expect(main(page).getByText('Not used yet')).toHaveCount(0)

  // In a browser without autofill, a button signs in with the passkey.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await page.goto('/settings/security')
  await signOut(page)
  await tabTo(button(page, 'Sign in with a passkey'))
  await page.keyboard.press('Enter')
  await expect(account(page)).toBeVisible()
  await page.goto('/settings/security')

  await button(page, 'Remove My laptop').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'Remove My laptop').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, '“My laptop” removed')).toBeVisible()
  await expect(main(page).getByRole('heading', { name: 'Passkeys' })).toBeFocused()
  await expect(main(page).getByText('You don’t have any passkeys yet.')).toBeVisible()
  await signOut(page)
  // The passkey has been removed from the account, but the device still offers it.
  await button(page, 'Sign in with a passkey').click()
  await expect(main(page).getByText('This passkey wasn’t accepted')).toBeVisible()
  await expectAccessibleEverywhere(page, 'a passkey that was refused')
})

test('a passkey answers the question who it is, also for a member without a password', {
  tag: '@all',
}, async ({ newMember, sql }) => {
  const { page, member } = await newMember('proves', '/settings/security')
  await plugIn(page)
  await add(page)
  await sql(STALE, [member.email])
  await page.goto('/settings/account')
  await page.getByLabel('New email').fill(`other.${member.email}`)
  await button(page, 'Change email').click()
  await proof(page).getByRole('button', { name: 'Use a passkey' }).click()
  await expectAccessibleEverywhere(page, 'the question for a passkey')
  await proof(page).getByRole('button', { name: 'Use your password' }).click()
  await expect(proof(page).getByLabel('Password', { exact: true })).toBeFocused()
  await proof(page).getByRole('button', { name: 'Use a passkey' }).click()
  await proof(page).getByRole('button', { name: 'Use a passkey' }).click()
  await expect(toast(page, 'Email sent')).toBeVisible()

  await sql(STALE, [member.email])
  await sql('delete from accounts where user_id = (select id from users where email = $1)', [member.email])
  await page.goto('/settings/security')
  await button(page, 'Remove Chrome on Linux').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(proof(page).getByText('Please use one of your passkeys to continue.')).toBeVisible()
  await expect(proof(page).getByLabel('Password', { exact: true })).toHaveCount(0)
  await proof(page).getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await expect(page.getByText('This is your only way to sign in.')).toBeVisible()
})

test('who cancels, is somebody else, has no passkey, or no browser for them, is told so and goes on', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page, member } = await newMember('cancels', '/settings/security')
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await page.goto('/settings/security')
  const device = await plugIn(page)
  await device.isOwner(false)
  await button(page, 'Add a passkey').click()
  await expect(
    main(page).getByText('The passkey wasn’t created: it was cancelled or took too long.'),
  ).toBeVisible()
  await expect(main(page).getByText('You don’t have any passkeys yet.')).toBeVisible()
  await device.isOwner(true)
  await add(page)
  await signOut(page)

  await device.isOwner(false)
  await button(page, 'Sign in with a passkey').click()
  const words = 'The passkey wasn’t used: it was cancelled, or there’s no passkey for this forum.'
  await expect(main(page).getByText(words)).toBeVisible()
  await expectAccessibleEverywhere(page, 'a passkey that was not used')
  await device.isOwner(true)
  await page.context().setOffline(true)
  await button(page, 'Sign in with a passkey').click()
  await expect(main(page).getByText('The forum can’t be reached.')).toBeVisible()
  await page.context().setOffline(false)
  await device.unplug()

  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
  await page.goto('/auth')
  await button(page, 'Sign in with a passkey').click()
  await expect(main(page).getByText('Passkeys don’t work in this browser')).toBeVisible()
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await button(page, 'Sign In').click()
  await expect(account(page)).toBeVisible()
})

test('passkeys that cannot be loaded say so, and come when asked again', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('lost')
  await page.route('**/api/me/passkeys', (route) => route.abort())
  await page.goto('/settings/security')
  await expect(main(page).getByText('Your passkeys could not be loaded')).toBeVisible()
  await page.unroute('**/api/me/passkeys')
  await main(page)
    .getByRole('alert')
    .filter({ hasText: 'Your passkeys could not be loaded' })
    .getByRole('button')
    .click()
  await expect(main(page).getByText('You don’t have any passkeys yet.')).toBeVisible()
})
