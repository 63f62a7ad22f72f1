import type { Page } from '@playwright/test'
import type { Fixtures } from '../addresses.ts'
import { expect, type Member } from './journey.ts'

const CSRF = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }

interface Someone {
  page: Page
  member: Member
}

type Sql = (statement: string, values?: unknown[]) => Promise<{ rows: Record<string, string>[] }>

/** Creates all content that tests/addresses.ts refers to, by the viewing member and by another one. */
export async function makeFixtures(looker: Someone, other: Someone, sql: Sql): Promise<Fixtures> {
  const { rows } = await sql('select id from concepts order by id limit 4')
  // Uses the oldest concepts, because other tests may have created later ones.
  const concept_ids = rows.map(({ id }) => id)
  await call(other.page, 'patch', 'me', { ...PROFILE, username: other.member.username })
  const post = await create(other.page, 'posts', { title: LONG_TITLE, content: CONTENT, concept_ids })
  const ownPost = await create(looker.page, 'posts', { title: 'A memory of my own', content: CONTENT })
  const editedComment = await discuss(looker, other, post)
  await call(other.page, 'patch', `posts/${post}`, { content: `${CONTENT}<p>And one more thing.</p>` })
  const removedPost = await create(other.page, 'posts', { title: 'An advertisement', content: CONTENT })
  await sql(REMOVAL, [removedPost])
  const note = await create(other.page, 'notes', { content: 'A short thought.' })
  await create(looker.page, 'notes', { content: 'And an answer to it.', parent_id: note })
  await call(looker.page, 'put', `notes/${note}/like`)
  await call(looker.page, 'put', `posts/${post}/bookmark`)
  await create(other.page, `conversations/${looker.member.username}/messages`, {
    content: 'See https://example.org',
  })
  await create(looker.page, `conversations/${other.member.username}/messages`, { content: 'I have.' })
  await call(other.page, 'put', `profiles/${looker.member.username}/follow`)
  await call(looker.page, 'put', `profiles/${other.member.username}/follow`)
  return {
    username: looker.member.username,
    other: other.member.username,
    post,
    removedPost,
    editedComment,
    ownPost,
    note,
    concept: concept_ids[0] ?? '',
  }
}

/** Creates a discussion. Returns the id of its edited comment. */
async function discuss(looker: Someone, other: Someone, post: string): Promise<string> {
  const comments = `posts/${post}/comments`
  const comment = await create(looker.page, comments, { content: 'The argument cuts both ways.' })
  await create(other.page, comments, { content: 'Then tell us more.', parent_id: comment })
  const deleted = await create(looker.page, comments, { content: 'Gone.' })
  await create(other.page, comments, { content: 'What was it?', parent_id: deleted })
  await call(looker.page, 'delete', `comments/${deleted}`)
  await call(looker.page, 'patch', `comments/${comment}`, {
    content: 'The argument cuts both ways, I think.',
  })
  await call(other.page, 'put', `comments/${comment}/vote`, { vote_type: 1 })
  await call(looker.page, 'put', `posts/${post}/vote`, { vote_type: -1 })
  return comment
}

const LONG_TITLE = `Of memory, and of ${'Donaudampfschiffahrt'.repeat(4)}, at some length and with a word that does not end`
const CONTENT =
  '<p>Some <strong>words</strong> that <em>matter</em>.</p><blockquote><p>Said before.</p></blockquote><ul><li>One</li><li>Two</li></ul><p>See https://example.org and `code`.</p>'
/** SQL that removes a post, as if by a moderator whose account has since been deleted. */
const REMOVAL = `
  with removal as (
    insert into moderation_actions (action, acted_as, kind, target_id, post_id, member_id, reason)
    select 'remove', 'moderator', 'post', id, id, author_id, 'It sells something.' from posts where id = $1
    returning id)
  select remove_content('post', $1, id) from removal`
const PROFILE = {
  full_name: 'Somebody with a Name',
  bio: 'Writes of what is to come: https://example.org',
  location: 'Taipei',
  website_url: 'https://somebody.example',
}

type Method = 'post' | 'put' | 'patch' | 'delete'

export async function call(page: Page, method: Method, path: string, data?: object) {
  const response = await page.request[method](`/api/${path}`, { ...(data && { data }), headers: CSRF })
  expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true)
  return response
}

export async function create(page: Page, path: string, data: object): Promise<string> {
  return (await (await call(page, 'post', path, data)).json()).id
}
