import { beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../../../../tests/fake-storage.ts'
import { readDraft, writeDraft } from '../../drafts/storage.ts'
import { carryDraft, isFormatted } from './carry-draft.ts'
import type { PostValues } from './use-post-form.ts'

const key = (format: string) => ({ memberId: 'ada', form: `new-${format}` })
const read = (format: string) =>
  readDraft(key(format), (values): values is PostValues => values !== undefined)
const post = (content: string): PostValues => ({ title: 'A title', content, category_ids: ['c'] })

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()))

test('a plain text becomes a rich one and comes back as it was, as one and the same post', () => {
  const plain = post('One & <two>\nof a kind\n\nThree')
  const { id } = writeDraft(key('plain'), plain)
  carryDraft('ada', 'rich', plain)
  const rich = read('rich')
  expect(rich).toMatchObject({ id, values: post('<p>One &amp; &lt;two&gt;<br />of a kind</p><p>Three</p>') })
  expect(read('plain')).toBeUndefined()
  carryDraft('ada', 'plain', rich?.values ?? plain)
  expect(read('plain')).toMatchObject({ id, values: plain })
  expect(read('rich')).toBeUndefined()
})

test('formatting goes, words stay', () => {
  const rich = post(
    '<p>A <strong>bold</strong> word<br>and</p><ul><li><p>one</p></li><li><p>two</p></li></ul>',
  )
  writeDraft(key('rich'), rich)
  expect(isFormatted(rich.content)).toBe(true)
  carryDraft('ada', 'plain', rich)
  expect(read('plain')?.values.content).toBe('A bold word\nand\n\none\n\ntwo')
  expect(isFormatted('<p>Nothing<br>of<br />it</p><p>here</p>')).toBe(false)
})

test('another text that waits there stays, and so does the one here', () => {
  writeDraft(key('plain'), post('There before'))
  const rich = post('<p>Here now</p>')
  writeDraft(key('rich'), rich)
  carryDraft('ada', 'plain', rich)
  expect(read('plain')?.values.content).toBe('There before')
  expect(read('rich')?.values.content).toBe('<p>Here now</p>')
})

test('an empty form takes nothing along', () => {
  carryDraft('ada', 'plain', post(''))
  expect(read('plain')).toBeUndefined()
})
