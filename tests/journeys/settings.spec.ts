import type { Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { expect, type Member, mailTo, test } from './journey.ts'
import { toast } from './states.ts'

// Chromium logs a wrong password and an ended session as console errors, which these tests expect.
test.use({ expected: [/Failed to load resource|net::ERR/] })

const main = (page: Page) => page.getByRole('main')

async function signIn(page: Page, { email, password }: Pick<Member, 'email' | 'password'>) {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await main(page).getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Returns the path of the link in the newest mail. Builds it from the token, as mails may wrap links. */
async function linkTo(address: string, kind: string) {
  const [, token] = new RegExp(`auth/link\\?${kind}=([\\w-]{43})`).exec(await mailTo(address)) ?? []
  return `/auth/link?${kind}=${token}`
}

test('a member looks after their account: sessions, password, address', { tag: '@all' }, async ({
  newMember,
  browser,
  sql,
}) => {
  const { page, member } = await newMember('own', '/')
  const elsewhere = await (await browser.newContext()).newPage()
  await signIn(elsewhere, member)
  await expect(elsewhere.getByRole('button', { name: 'Account', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/settings')
  const pages = page.getByRole('navigation', { name: 'Settings' })
  await pages.getByRole('link', { name: 'Security' }).click()
  await expect(page).toHaveURL('/settings/security')
  await expect(main(page).getByRole('heading', { level: 1, name: 'Security' })).toBeFocused()
  await expectAccessibleEverywhere(page, 'security settings')

  // The other browser is notified that its session has ended, and shows the page as a guest.
  await main(page)
    .getByRole('button', { name: /^Sign out (Chrome|Headless)/ })
    .first()
    .click()
  await expect(page.getByText(/signed out$/)).toBeVisible()
  await expect(elsewhere.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await elsewhere.context().close()

  const [current, next] = [page.getByLabel('Current password'), page.getByLabel('New password')]
  await current.fill('a guess that is wrong')
  await next.fill('qwertyuiop')
  await expect(main(page).getByText('This password is too common.')).toBeVisible()
  await next.fill('a sentence of my own')
  await expect(main(page).getByText('This password is good enough.')).toBeVisible()
  await main(page).getByRole('button', { name: 'Change password' }).click()
  await expect(current).toHaveAccessibleDescription(/^Incorrect password\./)
  await current.fill(member.password)
  await main(page).getByRole('button', { name: 'Change password' }).click()
  await expect(toast(page, 'Password changed')).toBeVisible()
  await expect(next).toHaveValue('')

  await sql('update sessions set proved_at = null where user_id = (select id from users where email = $1)', [
    member.email,
  ])
  await pages.getByRole('link', { name: 'Account' }).click()
  await expect(main(page).getByText(member.email)).toBeVisible()
  await expectAccessibleEverywhere(page, 'account settings')
  const address = `new.${member.email}`
  await page.getByLabel('New email').fill(address)
  await main(page).getByRole('button', { name: 'Change email' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expectAccessibleEverywhere(page, 'the question for the password')
  await question.getByLabel('Password', { exact: true }).fill(member.password)
  await question.getByRole('button', { name: 'Continue' }).click()
  await expect(question.getByText('Incorrect password.')).toBeVisible()
  await question.getByLabel('Password', { exact: true }).fill('a sentence of my own')
  await question.getByRole('button', { name: 'Continue' }).click()
  await expect(question).toBeHidden()
  await expect(toast(page, 'Email sent')).toBeVisible()
  await expect(main(page).getByText('isn’t confirmed yet')).toBeVisible()

  await page.goto(await linkTo(address, 'confirm'))
  await main(page).getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByRole('heading', { name: 'Your address was changed' })).toBeVisible()
  await main(page).getByRole('link', { name: 'Open settings' }).click()
  await expect(main(page).getByText(address)).toBeVisible()
  await expect(main(page).getByText('isn’t confirmed yet')).toBeHidden()

  // A link in the mail to the former email address restores it, in case an attacker has changed it.
  await page.goto(await linkTo(member.email, 'stop'))
  await main(page).getByRole('button', { name: 'Stop change' }).click()
  await page.getByLabel('New password').fill('another sentence of mine')
  await main(page).getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL('/auth')
  await signIn(page, { email: member.email, password: 'another sentence of mine' })
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
})

test('who cancels the question for the password has changed nothing', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member } = await newMember('cancels')
  await sql('update sessions set proved_at = null where user_id = (select id from users where email = $1)', [
    member.email,
  ])
  await page.goto('/settings/account')
  const field = page.getByLabel('New email')
  await field.fill('elsewhere@journey.example')
  await main(page).getByRole('button', { name: 'Change email' }).click()
  await page.getByRole('dialog', { name: 'Confirm it’s you' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(field).toHaveValue('elsewhere@journey.example')
  await expect(main(page).getByText('isn’t confirmed yet')).toBeHidden()
})

test('settings are pages: a list on a phone, beside each other in a wide window', async ({ newMember }) => {
  const { page } = await newMember('pages')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/settings')
  const pages = page.getByRole('navigation', { name: 'Settings' })
  await expect(pages.getByRole('link')).toHaveText([
    /^Profile/,
    /^Account/,
    /^Security/,
    /^Notifications/,
    /^Privacy/,
    /^Your data/,
  ])
  await pages.getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL('/settings/privacy')
  await expect(pages).toBeHidden()
  await main(page).getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page).toHaveURL('/settings')

  await page.setViewportSize({ width: 1280, height: 800 })
  await pages.getByRole('link', { name: 'Your data' }).click()
  await expect(main(page).getByRole('heading', { level: 1, name: 'Your data' })).toBeVisible()
  await expect(pages.getByRole('link', { name: 'Your data' })).toHaveAttribute('aria-current', 'page')
  await expect(main(page).getByRole('link', { name: 'Settings', exact: true })).toBeHidden()
})

for (const [anchor, url] of Object.entries({
  account: '/settings/account',
  security: '/settings/security',
  passkeys: '/settings/security#passkeys',
  'second-factor': '/settings/security#second-factor',
  'access-tokens': '/settings/security#access-tokens',
  'notification-choices': '/settings/notifications',
  privacy: '/settings/privacy',
  data: '/settings/data',
}))
  test(`the former address /settings#${anchor} leads to its page`, { tag: '@all' }, async ({ newMember }) => {
    const { page } = await newMember('former', `/settings#${anchor}`)
    await expect(page).toHaveURL(url)
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toHaveCount(0)
    if (url.includes('#')) await expect(page.locator(`#${anchor}`)).toBeInViewport()
  })
