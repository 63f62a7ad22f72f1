import { forkMailServer } from '../forked-mail-server.ts'
import { expectAccessible } from './accessible.ts'
import { expect, newName } from './journey.ts'
import { test as ownForum } from './own-forum.ts'

type MailServer = Awaited<ReturnType<typeof forkMailServer>>

const test = ownForum.extend<object, { mails: MailServer }>({
  mails: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const mails = await forkMailServer()
      await use(mails)
      await mails.stop()
    },
    { scope: 'worker' },
  ],
  settings: [
    ({ mails }, use) => use({ SMTP_URL: mails.url, BACKUP_SCHEDULE: '20 3 * * *' }),
    { scope: 'worker' },
  ],
})

const LINK = /http:\/\/\S+/

/** Returns the first link in the newest mail to this email address. */
async function mailedLink(mails: MailServer, address: string): Promise<string> {
  const find = () => mails.received.findLast(({ to }) => to.includes(address))?.text
  await expect.poll(find, { timeout: 15_000 }).toBeTruthy()
  return LINK.exec((find() ?? '').replace(/=\r?\n/g, '').replace(/=3D/g, '='))?.[0] ?? ''
}

test('a new admin sets up the forum in the browser, from the link on the console to the first post', {
  tag: '@all',
}, async ({ page, forum, mails }) => {
  test.setTimeout(60_000)
  const { username, email, password } = newName('founder')
  const adminLink = LINK.exec(forum.lines.find((line) => line.includes('?admin=')) ?? '')?.[0] ?? ''
  await page.goto(adminLink)
  await page.getByRole('link', { name: 'Sign up to continue' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  const tab = await page.context().newPage()
  await tab.goto(await mailedLink(mails, email))
  await expect(tab.getByText('You’re signed in.')).toBeVisible()
  await tab.goto('/')
  await expect(tab.getByRole('region', { name: 'First steps' })).toBeVisible()
  await tab.close()
  await page.getByRole('button', { name: 'Become an admin and editor' }).click()

  await expect(page).toHaveURL('/manage')
  const setup = page.getByRole('region', { name: 'Set up your forum' })
  await expect(setup.getByRole('status')).toHaveText('1 of 9 done')
  await expect(setup.getByRole('heading', { name: 'Schedule backups (done)' })).toBeVisible()
  await expectAccessible(page)
  await setup.getByRole('button', { name: 'Remove Starter Content' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Starter content restored')).toBeVisible()
  await setup.getByRole('button', { name: 'Remove Starter Content' }).click()
  await expect(setup.getByRole('button', { name: 'Restore Starter Content' })).toBeVisible()

  await setup.getByRole('link', { name: 'Open site settings' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Beekeepers of Mull')
  await page.getByLabel('Heading of the home page').fill('Bees first')
  for (const name of ['terms', 'privacy']) {
    await page.getByRole('button', { name: `Use the ${name} template` }).click()
    const text = page.getByLabel(name === 'terms' ? 'Terms' : 'Privacy', { exact: true })
    await expect(text).toBeFocused()
    if (name === 'privacy') {
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expect(page.getByText('Replace [your name or organisation] first.').first()).toBeVisible()
    }
    await text.fill((await text.inputValue()).replace(/\[your [^\]]+\]/g, 'Ada Lin'))
  }
  const proof = page.getByRole('dialog').getByLabel('Password')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Site settings saved').or(proof)).toBeVisible()
  if (await proof.isVisible()) await proof.press('Enter')
  await expect(page.getByText('Site settings saved')).toBeVisible()

  await page.goto('/manage/concepts')
  await page.getByRole('button', { name: /^Add/ }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Hives')
  await form.getByRole('button', { name: /^(Add|Create|Save)/ }).click()
  await expect(page.getByRole('main')).toContainText('Hives')

  await page.goto('/manage/dashboard#mail')
  await page.getByRole('button', { name: 'Send Test Email' }).click()
  await expect(page.getByText(`The mail server accepted the email to ${email}.`)).toBeVisible()

  await page.goto('/manage')
  await expect(setup.getByRole('heading', { name: 'Test email (done)' })).toBeVisible()
  await setup.getByRole('button', { name: 'Mark as done: Review the rules' }).click()
  await expect(setup.getByRole('status')).toHaveText('7 of 9 done')
  await setup.getByRole('button', { name: 'Dismiss the set-up list' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss' }).click()
  await expect(setup).toHaveCount(0)

  await page.goto('/')
  await expect(page.getByRole('region', { name: 'First steps' })).toHaveCount(0)
  await expect(page).toHaveTitle(/Beekeepers of Mull/)
})
