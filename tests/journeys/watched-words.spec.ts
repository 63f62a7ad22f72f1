import { expectAccessibleEverywhere } from './accessible.ts'
import { call, create } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { toast } from './states.ts'

test.use({ expected: [/the server responded with a status of 400/] })

const ROLE = 'insert into user_roles (user_id, role) select id, $2 from profiles where username = $1'

test('an admin adds a word, tests it and turns it on, and a member’s text with it waits', async ({
  newMember,
  sql,
}) => {
  const { page: admins, member: admin } = await newMember('chief')
  const { page, member } = await newMember('peddler')
  await sql(ROLE, [admin.username, 'admin'])
  const word = `zibet${member.username.replaceAll(/[^a-z]/gi, '')}`
  await create(page, 'notes', { content: `My ${word} is new` })

  await admins.goto('/manage/watched-words')
  await admins.getByRole('button', { name: 'Add watched word' }).click()
  await admins.getByRole('textbox', { name: 'Word or phrase' }).fill(word)
  await admins.getByRole('button', { name: 'Add watched word' }).last().click()
  await expect(toast(admins, 'Watched word added')).toBeVisible()
  await admins.getByRole('button', { name: `Turn on ${word}` }).click()
  const dialog = admins.getByRole('dialog', { name: `Turn on “${word}”?` })
  await expect(dialog).toContainText('1 of the')
  await expect(dialog.getByRole('list', { name: 'Texts with this word' })).toContainText(`My ${word} is new`)
  await expect(dialog.getByRole('link', { name: 'View note' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(toast(admins, `${word} turned on`)).toBeVisible()
  const row = admins.getByRole('listitem').filter({ has: admins.getByRole('heading', { name: word }) })
  await expect(row).toContainText('On · Hold for approval')

  await page.goto('/notes')
  await page.getByRole('textbox', { name: 'Your note' }).fill(`Buy my ${word.toUpperCase()}!`)
  await page.getByRole('button', { name: 'Post Note' }).click()
  await expect(toast(page, 'Your note is awaiting approval')).toBeVisible()
  const waiting = page.getByRole('list', { name: 'Your notes that await approval' }).getByRole('listitem')
  await expect(waiting).toContainText('Reason: A word that moderators watch for.')
  await expect(waiting).not.toContainText(`“${word}”`)
  await admins.goto('/moderation/queue')
  await expect(admins.getByRole('listitem', { name: `A note by ${member.username}` })).toContainText(
    `Watched word: “${word}”`,
  )
  await sql('delete from watched_words where word = $1', [word])
})

test('a member sees what a text became, and keeps a refused text', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page: admins, member: admin } = await newMember('chief')
  const { page, member } = await newMember('writer')
  await sql(ROLE, [admin.username, 'admin'])
  const [mild, vile] = ['mild', 'vile'].map((name) => name + member.username.replaceAll(/[^a-z]/gi, ''))
  for (const word of [
    { word: mild, action: 'replace', replacement: 'gentle' },
    { word: `${vile}*`, action: 'refuse', replacement: null },
  ]) {
    const id = await create(admins, 'moderation/watched-words', word)
    await call(admins, 'patch', `moderation/watched-words/${id}`, { is_on: true })
  }
  await page.goto('/notes')
  const field = page.getByRole('textbox', { name: 'Your note' })
  const share = page.getByRole('button', { name: 'Post Note' })
  await field.fill(`So ${mild} today`)
  await share.click()
  await expect(page.getByRole('article').first()).toContainText('So gentle today')
  await field.fill(`So ${vile}ness today`)
  await share.click()
  await expect(
    page.getByText(`“${vile}ness” isn’t allowed here. Change it to continue.`).first(),
  ).toBeVisible()
  await expect(field).toHaveValue(`So ${vile}ness today`)

  await page.goto('/create-post')
  await page.getByRole('textbox', { name: 'Title' }).fill(`A ${vile} title`)
  await page.getByRole('textbox', { name: 'Content' }).fill(`It is ${mild}.`)
  await page.getByRole('button', { name: 'Publish Post' }).click()
  await expect(page.getByText(`“${vile}” isn’t allowed here.`).first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(`A ${vile} title`)
  await page.getByRole('textbox', { name: 'Title' }).fill(`A ${mild} title`)
  await page.getByRole('button', { name: 'Publish Post' }).click()
  await page.getByRole('link', { name: 'A gentle title' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'A gentle title' })).toBeVisible()
  await expect(page.getByText('It is gentle.')).toBeVisible()

  await admins.goto('/manage/watched-words')
  await expectAccessibleEverywhere(admins, 'the watched words')
  await admins.getByRole('button', { name: `Edit ${mild}` }).click()
  await admins.getByRole('radio', { name: 'Refuse' }).check()
  await admins.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(admins, 'Watched word saved')).toBeVisible()
  await admins.getByRole('button', { name: `Turn off ${mild}` }).click()
  await expect(toast(admins, `${mild} turned off`)).toBeVisible()
  for (const word of [mild, `${vile}*`]) {
    await admins.getByRole('button', { name: `Delete ${word}` }).click()
    await admins.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(admins.getByRole('heading', { name: word, exact: true })).toBeHidden()
  }
})

test('a replacement is required, and a moderator can only read', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page: admins, member: admin } = await newMember('chief')
  const { page, member } = await newMember('warden')
  await sql(ROLE, [admin.username, 'admin'])
  await sql(ROLE, [member.username, 'moderator'])
  const word = `zorro${member.username.replaceAll(/[^a-z]/gi, '')}`
  await admins.goto('/manage/watched-words')
  await admins.getByRole('button', { name: 'Add watched word' }).click()
  const dialog = admins.getByRole('dialog', { name: 'Add watched word' })
  await dialog.getByRole('textbox', { name: 'Word or phrase' }).fill(word)
  await dialog.getByRole('radio', { name: 'Replace' }).check()
  await dialog.getByRole('button', { name: 'Add watched word' }).click()
  await expect(dialog.getByText('Enter the text to show instead.')).toBeVisible()
  await expectAccessibleEverywhere(admins, 'the form of a watched word')
  await dialog.getByRole('textbox', { name: 'Replacement' }).fill('fox')
  await dialog.getByRole('button', { name: 'Add watched word' }).click()
  await expect(toast(admins, 'Watched word added')).toBeVisible()

  await page.goto('/manage/watched-words')
  await expect(page.getByRole('listitem').filter({ hasText: word })).toContainText('Off · Replace with “fox”')
  await expect(page.getByRole('button', { name: 'Add watched word' })).toBeHidden()
  await expect(page.getByRole('button', { name: `Edit ${word}` })).toBeHidden()
  await sql('delete from watched_words where word = $1', [word])
})

test('a blocked address is refused at sign-up and at a change', { tag: '@all' }, async ({
  newMember,
  page: guest,
  sql,
}) => {
  const { page, member } = await newMember('chief')
  await sql(ROLE, [member.username, 'admin'])
  const domain = `d${crypto.randomUUID().slice(0, 8)}.example`
  await page.goto('/manage/blocked-mail')
  const form = page.getByRole('form', { name: 'Block an address' })
  await form.getByRole('textbox', { name: 'Email address or domain' }).fill('nothing')
  await form.getByRole('button', { name: 'Block' }).click()
  await expect(form.getByText('Enter an email address, or a domain like “example.org”.')).toBeVisible()
  await form.getByRole('textbox', { name: 'Email address or domain' }).fill(domain)
  await form.getByRole('button', { name: 'Block' }).click()
  await expect(toast(page, `${domain} blocked`)).toBeVisible()
  const item = page
    .getByRole('list', { name: 'Blocked addresses and domains' })
    .getByRole('listitem')
    .filter({ hasText: domain })
  await expect(item).toContainText('No members have it')
  await expectAccessibleEverywhere(page, 'the blocked addresses')

  await guest.goto('/auth?tab=sign-up')
  await guest.getByLabel('Username').fill(`new_${domain.slice(1, 9)}`)
  await guest.getByLabel('Email').fill(`somebody@mail.${domain}`)
  await guest.getByLabel('Password', { exact: true }).fill('a password of some length')
  await guest.getByRole('button', { name: 'Sign Up' }).click()
  const refusal = 'You can’t use this email address here. Use another one.'
  await expect(guest.getByText(refusal).first()).toBeVisible()
  await expect(guest.getByLabel('Email')).toBeFocused()
  await expect(guest.getByLabel('Email')).toHaveValue(`somebody@mail.${domain}`)

  await page.goto('/settings/account')
  await page.getByLabel('New email').fill(`me@${domain}`)
  await page.getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByText(refusal).first()).toBeVisible()
  await expect(page.getByLabel('New email')).toHaveValue(`me@${domain}`)
  await page.goto('/manage/blocked-mail')
  await item.getByRole('button', { name: `Unblock ${domain}` }).click()
  await expect(toast(page, `${domain} unblocked`)).toBeVisible()
  await expect(item).toBeHidden()
})
