import type { Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { readSecret } from './authenticator.ts'
import { expect, type Member, mailTo, test } from './journey.ts'
import { enter, tabTo } from './keys.ts'
import { toast } from './states.ts'

// Chromium logs refused requests as console errors, which these tests expect.
test.use({ expected: [/Failed to load resource|net::ERR/] })

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const account = (page: Page) => page.getByRole('button', { name: 'Account', exact: true })
const appCode = (page: Page) => main(page).getByLabel('Code from your authenticator app')

async function givePassword(page: Page, { email, password }: Pick<Member, 'email' | 'password'>) {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Sign In').click()
}

async function switchOn(page: Page) {
  await page.goto('/settings/security')
  await button(page, 'Turn on').click()
  const app = await readSecret(page)
  await page.getByLabel('Code from the app').fill(await app.code())
  await button(page, 'Confirm').click()
  await expect(main(page).getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  const codes = await main(page)
    .getByRole('listitem')
    .filter({ hasText: /^\w{5}-\w{5}$/ })
    .allInnerTexts()
  expect(codes).toHaveLength(10)
  return { app, codes }
}

test('a member switches a second factor on, signs in with a code and with a recovery code, and switches it off', {
  tag: '@all',
}, async ({ newMember, browser }) => {
  const { page, member } = await newMember('twice', '/settings/security')
  await expect(main(page).getByText('Turned on')).toHaveCount(0)
  await button(page, 'Turn on').click()
  await expect(main(page).getByRole('heading', { name: 'Set up your app' })).toBeFocused()
  await expect(main(page).getByRole('img', { name: 'QR code of the key below' })).toBeVisible()
  await expectAccessibleEverywhere(page, 'setting up the app')
  await button(page, 'Cancel').click()
  await expect(main(page).getByRole('heading', { name: 'Second factor' })).toBeFocused()

  await button(page, 'Turn on').click()
  const field = page.getByLabel('Code from the app')
  const begun = await readSecret(page)
  await button(page, 'Confirm').click()
  await expect(field).toHaveAccessibleDescription(/^The code must have six digits\./)
  await field.fill(await begun.wrongCode())
  await button(page, 'Confirm').click()
  await expect(field).toHaveAccessibleDescription(/^Incorrect code\. Enter the code your app shows now\./)
  // The second factor is not confirmed yet, so the password is enough to sign in.
  const other = await (await browser.newContext()).newPage()
  await givePassword(other, member)
  await expect(account(other)).toBeVisible()

  const { app, codes } = await switchOn(page)
  await expectAccessibleEverywhere(page, 'recovery codes')
  await expect.poll(() => mailTo(member.email), { timeout: 15_000 }).toContain('Second factor turned on')
  await expect(other.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await button(page, 'I’ve saved them').click()
  await expect(main(page).getByText('You have 10 recovery codes left.')).toBeVisible()
  await expect(main(page).getByText(codes[0] ?? '')).toHaveCount(0)
  await expectAccessibleEverywhere(page, 'settings with a second factor')

  await givePassword(other, member)
  await expect(appCode(other)).toBeFocused()
  await expectAccessibleEverywhere(other, 'the question for a code')
  expect((await (await other.request.get('/api/me')).json()).user).toBeNull()
  await appCode(other).fill(await app.wrongCode())
  await button(other, 'Sign In').click()
  await expect(appCode(other)).toHaveAccessibleDescription(
    /^Incorrect code\. Enter the code your app shows now\./,
  )
  await appCode(other).fill(await app.code(1))
  await button(other, 'Sign In').click()
  await expect(account(other)).toBeVisible()

  await account(other).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(other).toHaveURL('/auth')
  await givePassword(other, member)
  await button(other, 'Use a recovery code').click()
  const recovery = main(other).getByLabel('Recovery code')
  await expect(recovery).toBeFocused()
  await recovery.fill('too short')
  await button(other, 'Sign In').click()
  await expect(recovery).toHaveAccessibleDescription(/^The recovery code must have ten letters and digits\./)
  await recovery.fill('aaaaa-aaaaa')
  await button(other, 'Sign In').click()
  await expect(recovery).toHaveAccessibleDescription(/^This recovery code is incorrect or was already used\./)
  await recovery.fill((codes[0] ?? '').toUpperCase().replace('-', ' '))
  await button(other, 'Sign In').click()
  await expect(account(other)).toBeVisible()
  await expect.poll(() => mailTo(member.email)).toContain('Recovery code used')
  await other.context().close()

  await page.goto('/settings/security')
  await expect(main(page).getByText('You have 9 recovery codes left.')).toBeVisible()
  await button(page, 'New recovery codes').click()
  await expect(main(page).getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  await button(page, 'I’ve saved them').click()
  await expect(main(page).getByText('You have 10 recovery codes left.')).toBeVisible()
  await button(page, 'Turn off').click()
  const question = page.getByRole('alertdialog', { name: 'Turn off the second factor?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'Turn off').click()
  await question.getByRole('button', { name: 'Turn off' }).click()
  await expect(toast(page, 'Second factor turned off')).toBeVisible()
  await expect(button(page, 'Turn on')).toBeVisible()
  await expect(main(page).getByRole('heading', { name: 'Second factor' })).toBeFocused()
  await expect.poll(() => mailTo(member.email)).toContain('Second factor turned off')
})

test('who guesses codes is stopped, goes back to the password, and waits', { tag: '@all' }, async ({
  newMember,
  browser,
}) => {
  const { page, member } = await newMember('guessed')
  const { app } = await switchOn(page)
  const stranger = await (await browser.newContext()).newPage()
  const guess = async () => {
    await appCode(stranger).fill(await app.wrongCode())
    await button(stranger, 'Sign In').click()
  }
  await givePassword(stranger, member)
  for (let time = 0; time < 5; time++) {
    const answer = stranger.waitForResponse(/verify-totp/)
    await guess()
    await answer
    await expect(appCode(stranger)).toHaveAccessibleDescription(
      /^Incorrect code\. Enter the code your app shows now\./,
    )
  }
  await guess()
  await expect(
    main(stranger).getByText(/Too many incorrect codes\. Sign in with your password/),
  ).toBeVisible()
  await expect(stranger.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(stranger.getByLabel('Email')).toHaveValue(member.email)

  await givePassword(stranger, member)
  for (let time = 0; time < 5; time++) {
    const answer = stranger.waitForResponse(/verify-totp/)
    await guess()
    await answer
    await expect(appCode(stranger)).toHaveAccessibleDescription(
      /^Incorrect code\. Enter the code your app shows now\./,
    )
  }
  await givePassword(stranger, member)
  await appCode(stranger).fill(await app.code(1))
  await button(stranger, 'Sign In').click()
  await expect(main(stranger).getByText('Too many incorrect codes. Try again in 15 minutes.')).toBeVisible()
  await expect(account(stranger)).toHaveCount(0)
  await button(stranger, 'Back to password').click()
  await expect(stranger.getByLabel('Password', { exact: true })).toBeFocused()
  await stranger.context().close()
})

test('by keyboard alone: set up, sign out, sign in with a code', { tag: '@all' }, async ({ newMember }) => {
  const { page, member } = await newMember('keys', '/settings/security')
  await enter(button(page, 'Turn on'))
  await expect(main(page).getByRole('heading', { name: 'Set up your app' })).toBeFocused()
  const app = await readSecret(page)
  await tabTo(page.getByLabel('Code from the app'))
  await page.keyboard.type(await app.code())
  await page.keyboard.press('Enter')
  await expect(main(page).getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  await enter(button(page, 'I’ve saved them'))
  await expect(main(page).getByRole('heading', { name: 'Second factor' })).toBeFocused()
  await page.request.post('/api/auth/sign-out', {
    data: {},
    headers: { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' },
  })
  await page.goto('/auth')
  await tabTo(page.getByLabel('Email'))
  await page.keyboard.type(member.email)
  await tabTo(page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(member.password)
  await page.keyboard.press('Enter')
  await expect(appCode(page)).toBeFocused()
  await page.keyboard.type(await app.code(1))
  await page.keyboard.press('Enter')
  await expect(account(page)).toBeVisible()
})

test('a fresh proof is a password or a code of the app', { tag: '@all' }, async ({ newMember, sql }) => {
  const { page, member } = await newMember('proof')
  const { app } = await switchOn(page)
  await button(page, 'I’ve saved them').click()
  const old = () =>
    sql('update sessions set proved_at = null where user_id = (select id from users where email = $1)', [
      member.email,
    ])
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const code = question.getByLabel('Code from your authenticator app')
  const goOn = question.getByRole('button', { name: 'Continue' })

  await old()
  await button(page, 'New recovery codes').click()
  await question.getByRole('button', { name: 'Use a code from your app' }).click()
  await expect(code).toBeFocused()
  await expectAccessibleEverywhere(page, 'the question for a code or the password')
  await goOn.click()
  await expect(code).toHaveAccessibleDescription(/^The code must have six digits\./)
  await code.fill(await app.wrongCode())
  await goOn.click()
  await expect(code).toHaveAccessibleDescription(/^Incorrect code\. Enter the code your app shows now\./)
  await code.fill(await app.code(1))
  await goOn.click()
  await expect(question).toBeHidden()
  await button(page, 'I’ve saved them').click()

  // The dialog that asks for proof of identity opens above the confirmation, and also accepts the password.
  await old()
  await button(page, 'Turn off').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await question.getByRole('button', { name: 'Use a code from your app' }).click()
  await question.getByRole('button', { name: 'Use your password' }).click()
  await question.getByLabel('Password', { exact: true }).fill(member.password)
  await goOn.click()
  await expect(toast(page, 'Second factor turned off')).toBeVisible()

  // Without a second factor, the dialog that asks for proof of identity only offers the password.
  await old()
  await button(page, 'Turn on').click()
  await expect(question.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(question.getByRole('button', { name: 'Use a code from your app' })).toHaveCount(0)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(button(page, 'Turn on')).toBeEnabled()
})
