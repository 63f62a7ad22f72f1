import { beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../../../../tests/fake-storage.ts'
import { readDraft, writeDraft } from '../../../shared/drafts/storage.ts'
import { isFormatted, moveDraftToFormat, newPostDrafts } from './new-drafts.ts'
import type { PostValues } from './use-post-form.ts'

const ID = '01993a5e-7c11-7000-8000-0123456789ab'
const key = (format: string) => ({ memberId: 'ada', form: `new-${format}:${ID}` })
const read = (format: string) =>
  readDraft(key(format), (values): values is PostValues => values !== undefined)
const post = (content: string): PostValues => ({ title: 'A title', content, concept_ids: ['c'] })

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()))

test('a plain text becomes a rich one and comes back as it was, as one and the same post', () => {
  const plain = post('One & <two>\nof a kind\n\nThree')
  const { id } = writeDraft(key('plain'), plain)
  moveDraftToFormat('ada', ID, 'rich', plain)
  const rich = read('rich')
  expect(rich).toMatchObject({ id, values: post('<p>One &amp; &lt;two&gt;<br />of a kind</p><p>Three</p>') })
  expect(read('plain')).toBeUndefined()
  moveDraftToFormat('ada', ID, 'plain', rich?.values ?? plain)
  expect(read('plain')).toMatchObject({ id, values: plain })
  expect(read('rich')).toBeUndefined()
})

test('formatting goes, words stay', () => {
  const rich = post(
    '<p>A <strong>bold</strong> word<br>and</p><ul><li><p>one</p></li><li><p>two</p></li></ul>',
  )
  writeDraft(key('rich'), rich)
  expect(isFormatted(rich.content)).toBe(true)
  moveDraftToFormat('ada', ID, 'plain', rich)
  expect(read('plain')?.values.content).toBe('A bold word\nand\n\none\n\ntwo')
  expect(isFormatted('<p>Nothing<br>of<br />it</p><p>here</p>')).toBe(false)
})

test('others that were begun stay', () => {
  const other = { memberId: 'ada', form: 'new-plain:01993a5e-7c11-7000-8000-0123456789ac' }
  const { id } = writeDraft(other, post('There before'))
  const rich = post('<p>Here now</p>')
  writeDraft(key('rich'), rich)
  moveDraftToFormat('ada', ID, 'plain', rich)
  expect(read('plain')?.values.content).toBe('Here now')
  const others = newPostDrafts('ada').filter(({ form }) => !form.endsWith(ID))
  expect(others).toMatchObject([{ id, values: post('There before') }])
  expect(newPostDrafts('ada')).toHaveLength(2)
  expect(newPostDrafts('eve')).toEqual([])
})

test('an empty form takes nothing along', () => {
  moveDraftToFormat('ada', ID, 'plain', post(''))
  expect(read('plain')).toBeUndefined()
})
