import { afterEach, expect, it, vi } from 'vitest'
import { fakeStorage } from '../../../tests/fake-storage.ts'
import { deleteDrafts, draftName, formsWithDraft } from './draft-keys.ts'

afterEach(() => vi.unstubAllGlobals())

it('deletes the drafts of every tab of one member', () => {
  const storage = fakeStorage()
  vi.stubGlobal('localStorage', storage)
  for (const memberId of ['mara', 'bo'])
    for (const slot of [undefined, '2'])
      storage.setItem(draftName({ memberId, form: 'comment:1', slot }), 'A thought')
  deleteDrafts('mara')
  expect(formsWithDraft('mara')).toEqual([])
  expect(formsWithDraft('bo')).toEqual(['comment:1'])
})
