import type { Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { expectIconsInForcedColors } from './devices.ts'
import { create } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { toast } from './states.ts'

// Chromium logs the conflict of the second moderator as a console error, which these tests expect.
test.use({ expected: [/409/] })

type NewMember = Parameters<Parameters<typeof test>[2]>[0]['newMember']
type Sql = Parameters<Parameters<typeof test>[2]>[0]['sql']

async function newModerator(newMember: NewMember, sql: Sql, name: string, width = 1440) {
  const { page, member } = await newMember(name)
  await sql(
    "insert into user_roles (user_id, role) select id, 'moderator' from profiles where username = $1",
    [member.username],
  )
  await page.setViewportSize({ width, height: 900 })
  return { page, member }
}

/** Creates reported notes of a new member. */
async function makeCases(newMember: NewMember, contents: string[]) {
  const { page, member } = await newMember('loud')
  const { page: reporter } = await newMember('calm')
  for (const content of contents) {
    const id = await create(page, 'notes', { content })
    await create(reporter, 'reports', { kind: 'note', id, reason: 'spam' })
  }
  return member
}

const caseOf = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Cases' }).getByRole('listitem').filter({ hasText: text })

test('two moderators act on one case: the second sees who is reviewing and who decided, and keeps the text', async ({
  newMember,
  sql,
}) => {
  const { page: first, member: ida } = await newModerator(newMember, sql, 'ida')
  const { page: second } = await newModerator(newMember, sql, 'mo')
  const text = `Buy now ${ida.username}`
  await makeCases(newMember, [text])
  for (const page of [first, second]) {
    await page.goto('/moderation/queue')
    await caseOf(page, text).getByRole('button', { name: /^View/ }).click()
    await expect(caseOf(page, text).getByRole('button', { name: 'Uphold' })).toBeVisible()
  }
  const theirs = caseOf(second, text)
  // Opening a case does not claim it.
  await expect(theirs.getByText('is reviewing this')).toBeHidden()
  await caseOf(first, text).getByRole('textbox', { name: 'Reason' }).fill('Advertising')
  await expect(theirs.getByText(`${ida.username} is reviewing this`)).toBeVisible()
  await theirs.getByRole('textbox', { name: 'Reason' }).fill('My long explanation')
  await expect(theirs.getByText('You can still decide it.')).toBeVisible()
  await caseOf(first, text).getByRole('button', { name: 'Reject' }).click()
  await expect(toast(first, 'Report rejected')).toBeVisible()
  await expect(theirs.getByText(`${ida.username} decided this case before you.`)).toBeVisible()
  await expect(theirs.getByRole('textbox', { name: 'Reason' })).toHaveValue('My long explanation')
  await expect(theirs.getByRole('button', { name: 'Uphold' })).toBeDisabled()
})

test('keys stay off while typing and if the member has turned them off', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member } = await newModerator(newMember, sql, 'typist')
  const text = `Look here ${member.username}`
  await makeCases(newMember, [text])
  await page.goto('/moderation/queue')
  await expect(caseOf(page, text)).toBeVisible()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list.getByText('Insert a saved reply')).toBeVisible()
  await page.keyboard.press('Escape')
  const item = caseOf(page, text)
  await item.getByRole('button', { name: /^View/ }).press('Enter')
  await item.getByRole('textbox', { name: 'Reason' }).focus()
  await page.keyboard.type('u1rx')
  await expect(item.getByRole('textbox', { name: 'Reason' })).toHaveValue('u1rx')
  await page.keyboard.press('Escape')
  await expect(item).toBeFocused()
  await page.evaluate(() => localStorage.setItem('shortcuts', 'off'))
  await page.reload()
  await item.getByRole('button', { name: /^View/ }).press('Enter')
  await expect(item.getByRole('button', { name: 'Uphold' })).toBeVisible()
  await page.keyboard.press('u')
  await page.keyboard.press('1')
  await expect(item.getByRole('button', { name: 'Uphold' })).toBeVisible()
  await expect(item.getByRole('combobox', { name: 'Broken rule' })).toHaveValue('')
})

test('a moderator assigns a case and adds a note, which the assignee sees live', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page: mine } = await newModerator(newMember, sql, 'giver', 390)
  const { page: theirs, member: assignee } = await newModerator(newMember, sql, 'taker')
  const text = `An offer ${assignee.username}`
  await makeCases(newMember, [text])
  await theirs.goto('/moderation/queue')
  await caseOf(theirs, text).getByRole('button', { name: /^View/ }).click()
  await mine.goto('/moderation/queue')
  const item = caseOf(mine, text)
  await item.getByRole('button', { name: /^View/ }).click()
  await item.getByRole('button', { name: 'Assign. Change the assignee' }).press('Enter')
  await mine.getByRole('menuitemradio', { name: assignee.username }).press('Enter')
  await expect(toast(mine, 'Case assigned')).toBeVisible()
  await item.getByRole('button', { name: 'Add a note' }).click()
  await mine.getByRole('textbox', { name: 'New note' }).fill('See the earlier case')
  await item.getByRole('button', { name: 'Add note' }).click()
  await expect(item.getByText('See the earlier case')).toBeVisible()
  await expectAccessibleEverywhere(mine, 'a case with a note')
  await expect(caseOf(theirs, text).getByText('assigned to you')).toBeVisible()
  await expect(caseOf(theirs, text).getByText('See the earlier case')).toBeVisible()
  await theirs.getByRole('combobox', { name: 'Whose' }).selectOption('Mine')
  await expect(caseOf(theirs, text)).toBeVisible()
  await mine.getByRole('combobox', { name: 'Whose' }).selectOption('Mine')
  await expect(caseOf(mine, text)).toBeHidden()
  await theirs.goto('/notifications')
  await expect(theirs.getByText('A moderation case was assigned to you')).toBeVisible()
})

for (const width of [1440, 390])
  test(`a moderator saves a reply and decides several cases with it at ${width} px`, { tag: '@all' }, async ({
    newMember,
    sql,
  }) => {
    const { page, member } = await newModerator(newMember, sql, 'sweeper', width)
    const title = `Spam ${member.username}`
    await page.goto('/manage/replies')
    await page.getByRole('button', { name: 'Add saved reply' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill(title)
    await page.getByRole('textbox', { name: 'Text' }).fill('Advertising is not allowed here.')
    await page.getByRole('dialog').getByRole('button', { name: 'Add saved reply' }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expectAccessibleEverywhere(page, 'saved replies')
    const loud = await makeCases(newMember, ['Offer one', 'Offer two', 'Offer three'])
    await page.goto('/moderation/queue')
    const offers = page.getByRole('listitem', { name: `A note by ${loud.username}` })
    await expect(offers).toHaveCount(3)
    await offers.first().focus()
    await page.keyboard.press('t')
    const bulk = page.getByRole('region', { name: 'Selected cases' })
    await expect(bulk.getByText('1 case selected')).toBeVisible()
    await bulk.getByRole('button', { name: 'Select more cases' }).click()
    await page.getByRole('menuitem', { name: `All 3 by @${loud.username}` }).click()
    await expect(bulk.getByText('3 cases selected')).toBeVisible()
    await page.keyboard.press('b')
    await expect(bulk).toBeFocused()
    await bulk.getByRole('button', { name: 'Remove' }).click()
    await expect(bulk.getByRole('textbox', { name: 'Reason' })).toBeFocused()
    await bulk.getByRole('button', { name: 'Saved replies for “Reason”' }).click()
    await page.getByRole('menuitem', { name: title }).click()
    await expect(bulk.getByRole('textbox', { name: 'Reason' })).toHaveValue(
      'Advertising is not allowed here.',
    )
    await expectAccessibleEverywhere(page, 'several selected cases')
    if (width === 1440) await expectIconsInForcedColors(page, 'several selected cases')
    await bulk.getByRole('button', { name: 'Remove' }).click()
    await expect(toast(page, '3 cases decided')).toBeVisible()
    await expect(bulk).toBeHidden()
    await expect(offers).toHaveCount(0)
  })

test('cases that cannot be decided stay selected, with the reason', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member } = await newModerator(newMember, sql, 'partial')
  const loud = await makeCases(newMember, [`One ${member.username}`, `Two ${member.username}`])
  await page.goto('/moderation/queue')
  const items = page.getByRole('listitem', { name: `A note by ${loud.username}` })
  await expect(items).toHaveCount(2)
  await items.nth(0).getByRole('checkbox').check()
  await items.nth(1).getByRole('checkbox').check()
  // A moderator's content needs an admin. The page does not know of the role yet.
  await sql(
    `update moderation_cases set member_id = (select id from profiles where username = $1)
     where snapshot->>'content' = $2`,
    [member.username, `Two ${member.username}`],
  )
  const bulk = page.getByRole('region', { name: 'Selected cases' })
  await bulk.getByRole('textbox', { name: 'Reason' }).fill('Advertising')
  await bulk.getByRole('button', { name: 'Reject' }).click()
  await expect(toast(page, '1 of 2 cases decided')).toBeVisible()
  await expect(bulk.getByRole('alert')).toContainText('1 case not decided:')
  await expect(bulk.getByRole('alert')).toContainText('Case not found.')
})
