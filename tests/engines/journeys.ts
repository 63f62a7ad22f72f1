import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EngineForum, type Member, PASSWORD, startForum } from './forum.ts'
import type { Engine, EnginePage, Target } from './page.ts'

/** Defines tests of the main user journeys, for any browser engine. Each test uses a new browser session. */
export function testJourneys(startEngine: () => Promise<Engine>): void {
  let forum: EngineForum
  let engine: Engine
  let page: EnginePage
  let expectedErrors: RegExp | undefined

  beforeAll(async () => {
    forum = await startForum()
    engine = await startEngine()
  })
  afterAll(async () => {
    await engine?.stop()
    await forum?.stop()
  })
  beforeEach(async () => {
    expectedErrors = undefined
    page = await engine.newPage(forum.origin)
  })
  afterEach(async () => {
    const errors = (await page.errors()).filter((text) => !expectedErrors?.test(text))
    await page.close()
    expect(errors).toEqual([])
  })

  test('errors in the console are heard', async () => {
    expectedErrors = /heard|thrown/
    await page.goto(`data:text/html,${encodeURIComponent(LOUD_PAGE)}`)
    await page.click(button('Break'))
    await expect.poll(() => page.errors()).toHaveLength(2)
    expect((await page.errors()).join()).toMatch(/heard.*thrown/)
  })

  test('sign up', async () => {
    const email = 'newcomer@journey.example'
    await page.goto('/')
    await page.click({ role: 'link', name: 'Get Started' })
    await page.type({ label: 'Username' }, 'newcomer')
    await page.type({ label: 'Email' }, email)
    await page.type({ label: 'Password' }, PASSWORD)
    await page.click(button('Sign Up'))
    await page.see({ text: 'Verification Required' })
    await page.goto(await forum.linkInMail(email, 'verify'))
    await page.see({ text: 'Email verified' })
    await page.see({ role: 'heading', name: 'Welcome to The Threshold' })
  })

  test('sign in', async () => {
    const member = await forum.newMember('returner')
    await page.goto('/auth')
    await signIn(member.email)
    await page.see({ role: 'heading', name: 'Welcome to The Threshold' })
    await page.goto('/settings')
    await page.see({ role: 'heading', name: 'Settings' })
  })

  test('post', async () => {
    const member = await forum.newMember('author')
    await openAs(member, '/create-post-rich')
    await page.type({ label: /^Title/ }, 'Written in another engine')
    const content: Target = { role: 'textbox', name: 'Content' }
    await page.type(content, 'Plain and ')
    await page.click(button('Bold'))
    await page.type(content, 'bold')
    await page.click(button('Publish Post'))
    await page.see({ text: 'Your post has been published to the forum.' })
    await page.see({ role: 'link', name: 'Written in another engine' })
    const post = await forum.db
      .selectFrom('posts')
      .select('content')
      .where('author_id', '=', member.user_id)
      .executeTakeFirst()
    expect(post?.content).toBe('<p>Plain and <strong>bold</strong></p>')
  })

  test('comment', async () => {
    const member = await forum.newMember('commenter')
    const post = await newPost(await forum.newMember('commented'))
    await openAs(member, `/post/${post}`)
    await page.type({ label: 'Your comment' }, 'How long does the drift take?')
    await page.click(button('Comment'))
    await page.see({ text: 'Comment posted' })
    await page.see({ role: 'article', name: 'Comment by commenter' })
    expect(await commentsOn(post)).toEqual(['How long does the drift take?'])
  })

  test('reply', async () => {
    const author = await forum.newMember('questioner')
    const post = await newPost(author)
    await author.create(`posts/${post}/comments`, { content: 'What do you think?' })
    await openAs(await forum.newMember('replier'), `/post/${post}`)
    const question: Target = { role: 'article', name: 'Comment by questioner' }
    await page.click({ role: 'button', name: 'Reply', within: question })
    await page.type({ label: 'Your reply' }, 'I mean the maps, not the months.')
    await page.press({ label: 'Your reply' }, 'Control+Enter')
    await page.see({ text: 'Reply posted' })
    await page.see({ text: 'I mean the maps, not the months.' })
    expect(await commentsOn(post)).toEqual(['What do you think?', 'I mean the maps, not the months.'])
  })

  test('vote', async () => {
    const voter = await forum.newMember('voter')
    const post = await newPost(await forum.newMember('voted'))
    await openAs(voter, `/post/${post}`)
    const votes: Target = { role: 'group', name: 'Vote on this post' }
    const votesOfVoter = () =>
      forum.db.selectFrom('votes').select('vote_type').where('user_id', '=', voter.user_id).execute()
    await page.click({ role: 'button', name: 'Vote up', within: votes })
    await page.see({ role: 'button', name: 'Vote up', pressed: true, within: votes })
    await expect.poll(votesOfVoter).toEqual([{ vote_type: 1 }])
    await page.click({ role: 'button', name: 'Vote down', within: votes })
    await page.see({ role: 'button', name: 'Vote down', pressed: true, within: votes })
    await expect.poll(votesOfVoter).toEqual([{ vote_type: -1 }])
  })

  test('search', async () => {
    const post = await newPost(await forum.newMember('librarian'), 'On the quagganess of things')
    await page.goto('/')
    await page.click({ label: 'Search discussions...', within: { role: 'banner' } })
    const box: Target = { role: 'combobox', name: 'Search discussions...' }
    await page.type(box, 'quagganess')
    await page.see({ role: 'option', name: 'On the quagganess of things' })
    await page.press(box, 'Enter')
    await page.see({ role: 'link', name: 'Posts (1)' })
    await page.click({ role: 'link', name: 'On the quagganess of things' })
    await page.see({ role: 'heading', name: 'On the quagganess of things' })
    expect(await page.address()).toBe(`${forum.origin}/post/${post}/on-the-quagganess-of-things`)
  })

  test('message', async () => {
    const friend = await forum.newMember('friend')
    await openAs(await forum.newMember('messenger'), '/messages?with=friend')
    const composer: Target = { role: 'textbox', name: 'Message to friend' }
    const log: Target = { role: 'log', name: 'Messages with friend' }
    await page.type(composer, 'Are you there?')
    await page.press(composer, 'Enter')
    await page.see({ text: 'Are you there?', within: log })
    await expect.poll(() => page.valueOf(composer)).toBe('')
    await friend.create('conversations/messenger/messages', { content: 'I am.' })
    await page.see({ text: 'I am.', within: log })
  })

  test('notification', async () => {
    const author = await forum.newMember('notified')
    const post = await newPost(author, 'A post with an echo')
    await openAs(author, '/')
    await page.see(button('Notifications'))
    const other = await forum.newMember('echo')
    await other.create(`posts/${post}/comments`, { content: 'An echo.' })
    await page.click(button('Notifications, 1 unread'))
    await page.click({ role: 'link', name: /echo commented on “A post with an echo”/ })
    await page.see({ role: 'heading', name: 'A post with an echo' })
    await page.see({ text: 'An echo.' })
    await page.see(button('Notifications'))
  })

  // Stops the forum, because WebDriver cannot take a browser offline.
  test('offline', async () => {
    expectedErrors = /./
    const member = await forum.newMember('traveller')
    const post = await newPost(member, 'Read on the way')
    await openAs(member, `/post/${post}`)
    await page.see({ role: 'heading', name: 'Read on the way' })
    await page.type({ label: 'Your comment' }, 'From the tunnel.')
    await forum.disconnect()
    await page.click(button('Comment'))
    await page.see({ text: 'Error posting comment' })
    await page.see({ role: 'heading', name: 'Read on the way' })
    expect(await page.valueOf({ label: 'Your comment' })).toBe('From the tunnel.')
    await forum.reconnect()
    await page.click(button('Comment'))
    await page.see({ text: 'Comment posted' })
    expect(await commentsOn(post)).toEqual(['From the tunnel.'])
  })

  async function openAs(member: Member, path: string): Promise<void> {
    await page.goto(`/auth?redirect=${encodeURIComponent(path)}`)
    await signIn(member.email)
  }

  async function signIn(email: string): Promise<void> {
    await page.type({ label: 'Email' }, email)
    await page.type({ label: 'Password' }, PASSWORD)
    await page.click(button('Sign In'))
  }

  async function commentsOn(post: string): Promise<string[]> {
    const rows = await forum.db
      .selectFrom('comments')
      .select('content')
      .where('post_id', '=', post)
      .orderBy('created_at')
      .execute()
    return rows.map(({ content }) => content)
  }
}

const LOUD_PAGE = `<button onclick="console.error('heard'); throw Error('thrown')">Break</button>`

function newPost(author: Member, title = 'Six months with a retinal implant'): Promise<string> {
  return author.create('posts', { title, content: '<p>The phosphene maps drift.</p>' })
}

function button(name: string) {
  return { role: 'button', name } as const
}
