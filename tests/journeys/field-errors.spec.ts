import type { Locator, Page } from '@playwright/test'
import { call, create } from './fixtures.ts'
import { expect, type Member, test } from './journey.ts'

// Chromium logs refused requests as console errors, which these tests expect.
test.use({ expected: [/Failed to load resource/] })

interface Visit {
  page: Page
  /** The visiting member, and another one. */
  member: Member
  other: Member
  note: string
}

interface Case {
  form: string
  at: (visit: Visit) => string
  /** Opens the form, if the page does not show it yet. */
  open?: (page: Page) => Promise<void>
  /** Enters invalid values into the form. */
  fill?: (page: Page) => Promise<void>
  /** Name of the submit button. */
  send: string | RegExp
  /** Label of the first invalid field. */
  field: string | RegExp
  role?: 'textbox' | 'radio' | 'combobox'
  message: string
  /** A hint next to the error. It explains the rule if the error message does not. */
  rule?: string
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click()
const type = (label: string | RegExp, text: string) => (page: Page) =>
  page.getByRole('textbox', { name: label }).fill(text)
const both =
  (...steps: ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page)
  }

const AN_EMAIL = { message: 'Invalid email format', rule: 'Use the format name@example.com.' }
const A_WEBSITE = { message: 'Invalid URL format', rule: 'A URL, like https://example.com/page.' }
const A_NAME = 'A name is required.'
const A_TITLE = 'A title is required.'

const GUEST: Case[] = [
  {
    form: 'sign-up',
    at: () => '/auth?tab=sign-up',
    fill: type('Username', 'a b'),
    send: /^Sign Up$/,
    field: 'Username',
    message: 'Invalid username format',
    rule: '3 to 30 letters, digits, "_" or "-".',
  },
  {
    form: 'sign-in',
    at: () => '/auth',
    fill: type('Email', 'ada@'),
    send: /^Sign In$/,
    field: 'Email',
    ...AN_EMAIL,
  },
  {
    form: 'reset',
    at: () => '/auth/forgot',
    fill: type('Email', 'ada'),
    send: 'Send email',
    field: 'Email',
    ...AN_EMAIL,
  },
  {
    form: 'verification',
    at: () => '/auth/resend',
    send: 'Send email',
    field: 'Email',
    message: 'Please enter your email.',
  },
  {
    form: 'new password',
    at: () => '/auth/reset?token=any',
    fill: (page) => page.getByLabel('New password').fill('short'),
    send: 'Save password',
    field: 'New password',
    message: 'Your password must have at least 10 characters.',
  },
]

const MEMBER: Case[] = [
  {
    form: 'profile',
    at: () => '/edit-profile',
    fill: type('Website', 'not a page'),
    send: 'Save Changes',
    field: 'Website',
    ...A_WEBSITE,
  },
  {
    form: 'change of address',
    at: () => '/settings/account',
    fill: type('New email', 'ada'),
    send: 'Change email',
    field: 'New email',
    ...AN_EMAIL,
  },
  {
    form: 'password',
    at: () => '/settings/security',
    fill: async (page) => {
      await page.getByLabel('Current password').fill('not the password')
      await page.getByLabel('New password').fill('a sentence of my own')
    },
    send: 'Change password',
    field: 'Current password',
    message: 'Incorrect password.',
  },
  {
    form: 'access token',
    at: () => '/settings/security',
    open: press('New access token'),
    send: 'Create token',
    field: 'Name',
    message: 'Enter a name that helps you recognize this token.',
  },
  {
    form: 'leaving',
    at: () => '/settings/data',
    open: press('Delete account…'),
    send: 'Delete my account',
    field: 'Keep my content without my name',
    role: 'radio',
    message: 'Choose what should happen to your content.',
  },
  {
    form: 'post',
    at: () => '/create-post',
    fill: both(type('Content', 'Words.'), type('Title', '…')),
    send: 'Publish Post',
    field: 'Title',
    message: 'A title needs at least one letter, digit or emoji.',
  },
  {
    form: 'report',
    at: ({ note }) => `/notes/${note}`,
    open: press('Report'),
    send: 'Report',
    field: 'Spam or advertising',
    role: 'radio',
    message: 'Please choose a reason.',
  },
]

const EDITOR: Case[] = [
  ...Object.entries({ concepts: A_NAME, thinkers: A_NAME, rules: A_TITLE, events: A_TITLE }).map(
    ([place, message]): Case => ({
      form: place,
      at: () => `/manage/${place}`,
      open: press(/^Add /),
      send: /^Add /,
      field: message === A_NAME ? 'Name' : 'Title',
      message,
    }),
  ),
  {
    form: 'a rule’s number',
    at: () => '/manage/rules',
    open: press(/^Add /),
    fill: both(type('Title', 'Be kind'), type('Number', 'x')),
    send: /^Add /,
    field: 'Number',
    message: 'Enter a number from 1 to 50.',
  },
  {
    form: 'a thinker’s website',
    at: () => '/manage/thinkers',
    open: press(/^Add /),
    fill: both(
      type('Name', 'Ada'),
      type('Field of expertise', 'Poetry'),
      type('Biography', 'Words.'),
      type('Website', 'a page'),
    ),
    send: /^Add /,
    field: 'Website',
    ...A_WEBSITE,
  },
  {
    form: 'domains',
    at: () => '/manage/domains',
    fill: type('URL or domain', 'co.uk'),
    send: 'Block',
    field: 'URL or domain',
    message: 'Enter a URL or domain, like “example.org”.',
  },
  {
    form: 'invitations',
    at: () => '/manage/invites',
    fill: type('Uses', '0'),
    send: 'Create link',
    field: 'Uses',
    message: 'A link can have 1 to 1000 uses.',
  },
  {
    form: 'site',
    at: () => '/manage/site',
    fill: type('Contact', 'nobody'),
    send: 'Save Changes',
    field: 'Contact',
    message: 'Enter an email address, or a URL that starts with https:// or http://.',
  },
]

const MODERATOR: Case[] = [
  {
    form: 'note about a member',
    at: ({ other }) => `/moderation/members/${other.username}`,
    send: 'Add note',
    field: 'New note',
    message: 'Enter a note.',
  },
  {
    form: 'sanction',
    at: ({ other }) => `/moderation/members/${other.username}`,
    open: (page) => page.getByText('Set a sanction').click(),
    send: 'Warn',
    field: 'Message to the member',
    message: 'Enter a message to the member.',
  },
  {
    form: 'a sanction’s reason',
    at: ({ other }) => `/moderation/members/${other.username}`,
    open: (page) => page.getByText('Set a sanction').click(),
    fill: type('Message to the member', 'Please stop.'),
    send: 'Warn',
    field: 'Reason',
    message: 'Choose a rule or enter a reason.',
  },
  {
    form: 'purge',
    at: ({ other }) => `/moderation/members/${other.username}`,
    open: press('Purge…'),
    send: 'Purge',
    field: 'Reason',
    message: 'Choose a rule or enter a reason.',
  },
  {
    form: 'removal',
    at: ({ note }) => `/notes/${note}`,
    open: press('Remove…'),
    send: 'Remove',
    field: 'Reason',
    message: 'Choose a rule or enter a reason.',
  },
]

const LOOKERS = { guest: GUEST, member: MEMBER, admin: EDITOR, moderator: MODERATOR }

for (const [role, cases] of Object.entries(LOOKERS))
  test(`${role}: each form shows what is wrong once, at the first wrong field`, { tag: '@all' }, async ({
    page: guest,
    newMember,
    sql,
  }) => {
    test.slow()
    const [looker, writer] = [await newMember('looker'), await newMember('writer')]
    const page = role === 'guest' ? guest : looker.page
    if (role === 'admin' || role === 'moderator') await give(sql, role, looker.member)
    const note = await create(writer.page, 'notes', { content: 'A short thought.' })
    for (const each of cases)
      await test.step(each.form, () => expectOneError(each, { ...looker, page, other: writer.member, note }))
  })

test('a decision with an empty message to the member says so at the message', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const [rude, reporter, staff] = [await newMember('rude'), await newMember('hurt'), await newMember('mod')]
  await give(sql, 'moderator', staff.member)
  const note = await create(rude.page, 'notes', { content: `Rude words of ${rude.member.username}` })
  await call(reporter.page, 'post', 'reports', { kind: 'note', id: note, reason: 'abuse' })
  await staff.page.goto('/moderation/queue')
  const item = staff.page.getByRole('listitem', { name: `A note by ${rude.member.username}` })
  await item.getByRole('button', { name: 'View' }).click()
  await item.getByRole('button', { name: 'Suspend' }).click()
  await item.getByRole('textbox', { name: 'Reason' }).fill('Insults')
  await item.getByRole('button', { name: 'Uphold' }).click()
  const field = item.getByRole('textbox', { name: 'Message to the member' })
  await expectError(staff.page, field, 'Enter a message to the member.')
})

async function expectOneError(each: Case, visit: Visit) {
  const { page } = visit
  await page.goto(each.at(visit))
  await page.mouse.move(1, 1)
  await each.open?.(page)
  await each.fill?.(page)
  const dialog = page.getByRole('dialog')
  const place = (await dialog.count()) > 0 ? dialog : page.getByRole('main')
  await place.getByRole('button', { name: each.send }).last().click()
  const field = place.getByRole(each.role ?? 'textbox', { name: each.field }).first()
  const isPassword = /password/i.test(String(each.field))
  await expectError(page, isPassword ? place.getByLabel(each.field) : field, each.message, each.rule)
}

async function expectError(page: Page, field: Locator, message: string, rule = '') {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(new RegExp(`${escaped(message)}.*${escaped(rule)}`))
  // The message appears exactly once, counting the page and all toasts.
  await expect(page.getByText(message, { exact: true }).filter({ visible: true })).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'What just happened' }).getByRole('alert')).toHaveCount(0)
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

type Sql = (statement: string, values?: unknown[]) => Promise<unknown>

function give(sql: Sql, role: string, { username }: Member) {
  const statement = 'insert into user_roles (user_id, role) select id, $1 from profiles where username = $2'
  return sql(statement, [role, username])
}
