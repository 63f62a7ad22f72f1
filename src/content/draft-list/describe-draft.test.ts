import { expect, it } from 'vitest'
import { describeDraft } from './describe-draft.ts'

const ID = '01993a5e-7c11-7000-8000-0123456789ab'
const draft = (form: string, values: unknown, rest: object = {}) =>
  describeDraft({ id: ID, saved_at: '', form, values, ...rest })

it.each([
  [`new-rich:${ID}`, `/create-post-rich?draft=${ID}`],
  [`new-plain:${ID}`, `/create-post?draft=${ID}`],
  [`edit:${ID}`, `/post/${ID}/edit`],
])('%s goes on at its own address, %s', (form, href) => {
  expect(draft(form, {}).href).toBe(href)
})

it('goes on at its own address, if it has one, wherever it was begun', () => {
  expect(draft(`new-plain:${ID}`, {}, { at: '/create-post' }).href).toBe(`/create-post?draft=${ID}`)
})

it('goes on where it was written, and where it waits to be sent before that', () => {
  expect(draft(`reply:${ID}`, {}, { at: '/post/1' })).toMatchObject({ kind: 'Reply', href: '/post/1' })
  expect(draft(`reply:${ID}`, {}, { at: '/post/1', waits_at: '/post/2' })).toMatchObject({
    href: '/post/2',
    isWaiting: true,
  })
  expect(draft(`reply:${ID}`, {}).href).toBeUndefined()
})

it.each(['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)'])(
  'leads nowhere but within the forum: %s',
  (at) => expect(draft(`reply:${ID}`, {}, { at }).href).toBeUndefined(),
)

it('is called by its title, or its first words without tags', () => {
  expect(draft('note', { content: '  A  thought\nof mine ' }).words).toBe('A thought of mine')
  expect(draft('edit:1', { title: '', content: '<p>a &lt;b&gt;</p><p>c</p>', updated_at: 'x' }).words).toBe(
    'a <b> c',
  )
  expect(draft('edit:1', { content: 'later', title: 'Named' }).words).toBe('Named')
  expect(draft('note', { content: 'x'.repeat(500) }).words).toHaveLength(161)
  expect(draft('note', null).words).toBe('')
})
