import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeStorage } from '../../../tests/fake-storage.ts'
import { formsWithDraft } from './draft-keys.ts'
import { DraftedForm } from './drafted-form.ts'

const key = { memberId: 'mara', form: 'new-rich' }
const empty = { title: '', concept_ids: [] as string[] }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', fakeStorage())
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('is in storage 250 ms after the first keystroke, while somebody types on', () => {
  const form = new DraftedForm(key, empty)
  for (const title of ['W', 'Wh', 'Why']) {
    form.change({ title })
    vi.advanceTimersByTime(100)
  }
  expect(new DraftedForm(key, empty).read().title).toBe('Why')
})

it('is in storage at once when the page goes', () => {
  const form = new DraftedForm(key, empty)
  form.change({ title: 'Why' })
  form.save()
  const next = new DraftedForm(key, empty)
  expect(next.read().title).toBe('Why')
  expect(next.restored).toBe(true)
})

it('keeps its id over failed saves and visits, and has a new one after it was saved', () => {
  const form = new DraftedForm(key, empty)
  form.change({ title: 'Why' })
  const id = form.commit()
  form.change({ title: 'Why not' })
  expect(form.commit()).toBe(id)
  const next = new DraftedForm(key, empty)
  expect(next.commit()).toBe(id)
  next.finish()
  next.change({ title: 'Another' })
  expect(next.commit()).not.toBe(id)
})

it('starts anew when it is discarded, with what it was opened with', () => {
  new DraftedForm(key, empty).commit()
  const form = new DraftedForm(key, { ...empty, title: 'As saved' })
  form.change({ title: 'As typed' })
  form.discard()
  vi.advanceTimersByTime(1000)
  expect(form.read().title).toBe('As saved')
  expect(formsWithDraft('mara')).toEqual([])
})

it('leaves nothing behind when saved values are reported again', () => {
  const form = new DraftedForm(key, empty)
  form.change({ title: 'Why' })
  form.commit()
  form.finish()
  form.change({ title: 'Why' })
  form.close()
  expect(formsWithDraft('mara')).toEqual([])
})

it('leaves nothing behind when everything was taken back', () => {
  const form = new DraftedForm(key, empty)
  form.change({ title: 'W' })
  form.save()
  form.change({ title: '' })
  form.save()
  expect(formsWithDraft('mara')).toEqual([])
})

it('does not take what an older form left', () => {
  const older = new DraftedForm<object>(key, { title: '', concept_ids: null, mood: '' })
  older.change({ mood: 'calm' })
  older.save()
  expect(new DraftedForm(key, empty).restored).toBe(false)
})
