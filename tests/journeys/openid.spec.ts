import { expectAccessibleEverywhere } from './accessible.ts'
import { create } from './fixtures.ts'
import { expect } from './journey.ts'
import { test } from './own-forum.ts'
import { toast } from './states.ts'

// Expects console errors: the forum refuses a taken username, and requests without recent proof of identity.
test.use({ hasProvider: true, expected: [/40[139] /] })
test.describe.configure({ mode: 'default' })

test('somebody signs up with an account elsewhere by keyboard, signs out, and signs in with it again', {
  tag: '@all',
}, async ({ page, forum, newMember }) => {
  const { member } = await newMember('early')
  forum.provider?.setPerson({
    sub: 'ada',
    email: 'ada@university.example',
    email_verified: true,
    preferred_username: member.username,
  })
  await page.goto('/auth?redirect=%2Fnotes')
  const leave = page.getByRole('button', { name: 'Continue with The University' })
  await expect(leave).toBeVisible()
  await expectAccessibleEverywhere(page, 'signing in with an account elsewhere')
  await leave.press('Enter')

  await expect(page).toHaveURL('/auth?openid=newcomer')
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a username' })).toBeVisible()
  await expect(page.getByText('You’re signed in to The University as ada@university.example.')).toBeVisible()
  await expectAccessibleEverywhere(page, 'choosing a name')
  const name = page.getByRole('textbox', { name: 'Username' })
  await expect(name).toHaveValue(member.username)
  await name.press('Enter')
  await expect(name).toHaveAccessibleDescription(/This username is taken/)
  await name.fill('ada_of_the_university')
  await name.press('Enter')
  await expect(page).toHaveURL('/notes')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()

  await page.goto('/auth')
  await leave.press('Enter')
  await expect(page).toHaveURL('/')
  await page.goto('/settings/security')
  await expect(page.getByText('Connected since')).toBeVisible()
  await page.getByRole('button', { name: 'Disconnect The University' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).press('Enter')
  await expect(page.getByText('This is your only way to sign in.')).toBeVisible()
})

test('a member connects an account elsewhere, signs in with it, and disconnects it', { tag: '@all' }, async ({
  newMember,
  forum,
  sql,
}) => {
  const { page, member } = await newMember('bela')
  forum.provider?.setPerson({ sub: 'bela', email: 'bela@elsewhere.example', email_verified: true })
  await sql("update sessions set proved_at = now() - interval '1 hour'")
  await page.goto('/settings/security')
  const place = page.getByRole('region', { name: 'Security' })
  await place.getByRole('button', { name: 'Connect The University' }).press('Enter')
  const proof = page.getByRole('dialog')
  await proof.getByLabel('Password').fill(member.password)
  await proof.getByLabel('Password').press('Enter')
  await expect(page).toHaveURL('/settings/security?openid=connected')
  await expect(place.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible()
  await expectAccessibleEverywhere(page, 'settings with an account elsewhere')

  await place.getByRole('button', { name: 'Disconnect The University' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).press('Enter')
  await expect(place.getByText('Not connected')).toBeVisible()
})

test('a guest votes with an account elsewhere, as a new member and later as a member', {
  tag: '@all',
}, async ({ page, forum, newMember, sql }) => {
  const { page: author } = await newMember('dora')
  forum.provider?.setPerson({ sub: 'emil', email: 'emil@university.example', email_verified: true })
  const vote = async (id: string) => {
    await page.goto(`/post/${id}`)
    const group = page.getByRole('group', { name: 'Vote on this post' })
    await group.getByRole('button', { name: 'Vote up' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continue with The University' }).click()
  }
  const expectVote = async (id: string) => {
    await expect(toast(page, 'Voted up')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/post/${id}`))
    const { rows } = await sql('select vote_type from votes where post_id = $1', [id])
    expect(rows).toEqual([{ vote_type: 1 }])
  }
  const first = await create(author, 'posts', { title: 'To a newcomer', content: '<p>Words.</p>' })
  await vote(first)
  await page.getByRole('textbox', { name: 'Username' }).fill('emil_of_the_university')
  await page.getByRole('textbox', { name: 'Username' }).press('Enter')
  await expectVote(first)
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter')
  await expect(page).toHaveURL('/auth')
  const second = await create(author, 'posts', { title: 'To a member', content: '<p>Words.</p>' })
  await vote(second)
  await expectVote(second)
})

test('whoever is refused is told why where they can go on', { tag: '@all' }, async ({
  page,
  forum,
  newMember,
  sql,
}) => {
  const { member } = await newMember('cora')
  await page.goto('/auth')
  const leave = page.getByRole('button', { name: 'Continue with The University' })
  forum.provider?.setPerson(undefined)
  await leave.click()
  await expect(page.getByRole('status').filter({ hasText: 'cancelled' })).toBeVisible()
  const { rows } = await sql(
    'select email from users where id = (select id from profiles where username = $1)',
    [member.username],
  )
  forum.provider?.setPerson({ sub: 'cora', email: rows[0].email, email_verified: true })
  await leave.click()
  await expect(page.getByText('Your address already has an account here.')).toBeVisible()
  await page.goto('/auth?openid=newcomer')
  await expect(page.getByRole('heading', { level: 1, name: 'Please sign in again' })).toBeVisible()
})
