import { expectAccessibleEverywhere } from './accessible.ts'
import { create } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { toast } from './states.ts'

test('what a member writes waits where they wrote it, for them alone, until a moderator approves it with a key', {
  tag: '@all',
}, async ({ newMember, sql }) => {
  const { page: others, member: other } = await newMember('calm')
  const { page, member } = await newMember('loud')
  const { page: staffs, member: moderator } = await newMember('warden')
  await sql(
    "insert into user_roles (user_id, role) select id, 'moderator' from profiles where username = $1",
    [moderator.username],
  )
  await requireApproval(sql, member.username)
  const post = await create(others, 'posts', { title: 'A calm debate', content: '<p>Words.</p>' })
  const words = `Buy what I sell, says ${member.username}`

  await page.goto(`/post/${post}`)
  await page.getByRole('textbox', { name: 'Your comment' }).fill(words)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(toast(page, 'Your comment is awaiting approval')).toBeVisible()
  const waiting = page.getByRole('list', { name: 'Your comments that await approval' }).getByRole('listitem')
  await expect(waiting).toContainText(words)
  await expect(waiting).toContainText('A moderator asked to see it first')
  await expect(waiting).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Your comment' })).toHaveValue('')
  // Scrolls to the top, because axe rejects a link that the header half covers as too small.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessibleEverywhere(page, 'a comment that waits')
  await page.reload()
  await expect(waiting).toContainText(words)
  await page.goto('/drafts')
  await expect(page.getByRole('region', { name: 'Sent for approval' })).toContainText(words)
  await expectAccessibleEverywhere(page, 'drafts beside what waits')

  await others.goto(`/post/${post}`)
  await expect(others.getByRole('heading', { name: '0 comments' })).toBeVisible()
  await expect(others.getByText(words)).toBeHidden()

  await staffs.goto('/moderation/queue')
  await staffs.getByRole('combobox', { name: 'From' }).selectOption('Awaiting approval')
  const item = staffs.getByRole('listitem', { name: `A comment by ${member.username}` })
  await item.getByRole('button', { name: 'View' }).click()
  await expect(item.getByText('Only its author and moderators can see it.')).toBeVisible()
  await expect(item.getByRole('button', { name: 'Approve' })).toBeVisible()
  await expectAccessibleEverywhere(staffs, 'the queue with what waits')
  await item.focus()
  await staffs.keyboard.press('a')
  await expect(toast(staffs, 'Approved')).toBeVisible()
  await expect(item).toBeHidden()

  await others.goto(`/post/${post}`)
  await expect(others.getByRole('article', { name: `Comment by ${member.username}` })).toContainText(words)
  await page.goto('/notifications')
  await page.getByRole('link', { name: 'A moderator approved your comment on “A calm debate”' }).click()
  await expect(page.getByRole('article', { name: `Comment by ${member.username}` })).toContainText(words)
  await expect(waiting).toBeHidden()
  await expect(page.getByText(`${other.username}`).first()).toBeVisible()
})

test('a post and a note that wait are withdrawn, or read with the reason why not', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member } = await newMember('eager')
  await requireApproval(sql, member.username)
  await page.goto('/create-post')
  await page.getByRole('textbox', { name: 'Title' }).fill('My first advertisement')
  await page.getByRole('textbox', { name: 'Content' }).fill('Buy it.')
  await page.getByRole('button', { name: 'Publish Post' }).click()
  await expect(toast(page, 'Your post is awaiting approval')).toBeVisible()
  await expect(page).toHaveURL('/forum')
  const post = page.getByRole('list', { name: 'Your posts that await approval' }).getByRole('listitem')
  await expect(post).toContainText('My first advertisement')
  await expect(post).toBeFocused()
  await page.goto('/drafts')
  const sent = page.getByRole('region', { name: 'Sent for approval' }).getByRole('listitem')
  await expect(sent).toContainText('My first advertisement')
  await expect(page.getByText('No drafts')).toBeVisible()

  await sql(
    `with decided as (
       update moderation_cases set closed_at = now(), outcome = 'rejected'
       where member_id = (select id from profiles where username = $1) returning *)
     insert into moderation_actions (action, acted_as, kind, target_id, case_id, member_id, reason)
     select 'reject', 'system', kind, target_id, id, member_id, 'It sells something' from decided`,
    [member.username],
  )
  await page.reload()
  await expect(sent).toContainText('Not approved')
  await expect(sent).toContainText('It sells something')
  await sent.getByRole('button', { name: 'Delete' }).click()
  await expect(sent).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(sent).toContainText('My first advertisement')

  await page.goto('/notes')
  await page.getByRole('textbox', { name: 'Your note' }).fill('A short advertisement')
  await page.getByRole('button', { name: 'Post Note' }).click()
  const note = page.getByRole('list', { name: 'Your notes that await approval' }).getByRole('listitem')
  await expect(note).toContainText('A short advertisement')
  await note.getByRole('button', { name: 'Withdraw' }).click()
  await expect(note).toBeHidden()
  await page.goto('/drafts')
  await expect(sent).toHaveCount(1)
  await expect(sent).toContainText('My first advertisement')
})

test('what waits keeps its formatting, and its author edits it where it stands', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page: others } = await newMember('calm')
  const { page, member } = await newMember('loud')
  await requireApproval(sql, member.username)
  await page.goto('/create-post-rich')
  await expect(page.getByText('A moderator reviews this before it’s published.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Title' }).fill('A list of things')
  await page.getByRole('textbox', { name: 'Content' }).click()
  await page.keyboard.press('Control+b')
  await page.keyboard.type('Bold words')
  await page.getByRole('button', { name: 'Publish Post' }).click()
  const post = page.getByRole('list', { name: 'Your posts that await approval' }).getByRole('listitem')
  await expect(post.locator('strong')).toHaveText('Bold words')
  await post.getByRole('button', { name: 'Edit' }).click()
  await expect(post.locator('[contenteditable] strong')).toHaveText('Bold words')
  await post.getByRole('textbox', { name: 'Title' }).fill('A better list of things')
  await expectAccessibleEverywhere(page, 'a post that waits and is edited')
  await post.getByRole('button', { name: 'Save Changes' }).click()
  await expect(post).toContainText('A better list of things')
  await expect(post.locator('strong')).toHaveText('Bold words')
  await expect(post).toHaveCount(1)

  const thread = await create(others, 'posts', { title: 'A quiet debate', content: '<p>Words.</p>' })
  await page.goto(`/post/${thread}`)
  await page.getByRole('textbox', { name: 'Your comment' }).fill('See `this`\n\nand that')
  await expect(page.getByText('A moderator reviews this before it’s published.')).toBeVisible()
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const comment = page.getByRole('list', { name: 'Your comments that await approval' }).getByRole('listitem')
  await expect(comment.locator('code')).toHaveText('this')
  await comment.getByRole('button', { name: 'Edit' }).click()
  await comment.getByRole('textbox', { name: 'Edit your comment' }).fill('See `these`')
  await comment.getByRole('button', { name: 'Save' }).click()
  await expect(comment.locator('code')).toHaveText('these')
  await expect(comment).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`/post/${thread}/[^/]+$`))

  await page.goto('/notes')
  await page.getByRole('textbox', { name: 'Your note' }).fill('A note')
  await page.getByRole('button', { name: 'Post Note' }).click()
  const note = page.getByRole('list', { name: 'Your notes that await approval' }).getByRole('listitem')
  await expect(note).toBeVisible()
  await sql(
    'update sanctions set lifted_at = now() where member_id = (select id from profiles where username = $1)',
    [member.username],
  )
  await note.getByRole('button', { name: 'Edit' }).click()
  await note.getByRole('textbox', { name: 'Edit your note' }).fill('A note that nobody has to see first')
  await note.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Your note has been published')).toBeVisible()
  await expect(note).toBeHidden()
  await expect(page.getByRole('article').filter({ hasText: 'nobody has to see first' })).toBeVisible()
})

test('a reply waits below what it replies to, before the next comment', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page: others } = await newMember('calm')
  const { page, member } = await newMember('loud')
  await requireApproval(sql, member.username)
  const post = await create(others, 'posts', { title: 'A long debate', content: '<p>Words.</p>' })
  for (const content of ['The first thought', 'The second thought'])
    await create(others, `posts/${post}/comments`, { content })
  await page.goto(`/post/${post}`)
  const threads = page.locator('#comments').locator('..').locator('..').getByRole('list').first()
  const first = threads.getByRole('listitem').filter({ hasText: 'The first thought' })
  await first.getByRole('button', { name: /^Reply/ }).click()
  await first.getByRole('textbox', { name: /^Your reply/ }).fill('A hasty answer')
  await first.getByRole('button', { name: 'Reply', exact: true }).last().click()
  const waiting = first.getByRole('list', { name: 'Your replies that await approval' }).getByRole('listitem')
  await expect(waiting).toContainText('A hasty answer')
  await expect(waiting).toBeFocused()
  await page.reload()
  await expect(waiting).toContainText('A hasty answer')
  await expect(page.getByText('A hasty answer')).toHaveCount(1)
  await expectAccessibleEverywhere(page, 'a reply that waits')
})

test.describe('when the line breaks', () => {
  test.use({ expected: [/Failed to load resource/] })

  test('a note that is sent while the pending texts are still loading is listed among them', {
    tag: '@all',
  }, async ({ newMember, sql }) => {
    const { page, member } = await newMember('swift')
    await requireApproval(sql, member.username)
    const isSent = Promise.withResolvers<void>()
    await page.route(
      '**/api/me/pending*',
      async (route) => {
        const response = await route.fetch()
        await isSent.promise
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await page.goto('/notes')
    await page.getByRole('textbox', { name: 'Your note' }).fill('A swift note')
    await page.getByRole('button', { name: 'Post Note' }).click()
    await expect(toast(page, 'Your note is awaiting approval')).toBeVisible()
    isSent.resolve()
    const waiting = page.getByRole('list', { name: 'Your notes that await approval' }).getByRole('listitem')
    await expect(waiting).toContainText('A swift note')
  })

  test('what was held while its answer got lost waits once, with the words that were sent last', {
    tag: '@all',
  }, async ({ newMember, sql }) => {
    const { page, member } = await newMember('hasty')
    const post = await create(page, 'posts', { title: 'A hasty debate', content: '<p>Words.</p>' })
    await requireApproval(sql, member.username)
    await page.route(
      '**/api/posts/*/comments',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await page.goto(`/post/${post}`)
    const field = page.getByRole('textbox', { name: 'Your comment' })
    await field.fill('Half a thought')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(toast(page, 'Error posting comment')).toBeVisible()
    await expect(field).toHaveValue('Half a thought')
    await field.fill('A whole thought')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(toast(page, 'Your comment is awaiting approval')).toBeVisible()
    const waiting = page
      .getByRole('list', { name: 'Your comments that await approval' })
      .getByRole('listitem')
    await expect(waiting).toHaveCount(1)
    await expect(waiting).toContainText('A whole thought')
    await expect(page.getByRole('heading', { name: '0 comments' })).toBeVisible()
  })
})

function requireApproval(sql: Sql, username: string) {
  return sql(
    `with action as (
       insert into moderation_actions (action, acted_as, member_id, kind, target_id, reason)
       select 'require_approval', 'system', id, 'member', id, 'Loud' from profiles where username = $1 returning *)
     insert into sanctions (member_id, kind, message, action_id)
     select member_id, 'approval', 'We look at it first.', id from action`,
    [username],
  )
}

type Sql = (statement: string, values?: unknown[]) => Promise<unknown>
