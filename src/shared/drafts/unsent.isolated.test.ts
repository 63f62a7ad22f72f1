import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeStorage } from '../../../tests/fake-storage.ts'
import { draftName } from './draft-keys.ts'
import { DraftedForm } from './drafted-form.ts'
import { writeDraft } from './storage.ts'
import { unsentDrafts } from './unsent.ts'

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const comment = { memberId: 'ada', form: 'comment:1' }

it('are those that were sent and not heard, of this member alone, the newest first', () => {
  vi.useFakeTimers()
  writeDraft({ memberId: 'ada', form: 'note' }, 'typed')
  writeDraft(comment, 'sent', { waitsAt: '/post/1' })
  vi.advanceTimersByTime(1000)
  writeDraft({ memberId: 'ada', form: 'reply:2' }, 'sent', { waitsAt: '/post/2' })
  writeDraft({ memberId: 'eve', form: 'note' }, 'sent', { waitsAt: '/notes' })
  expect(unsentDrafts('ada')).toEqual([
    { form: 'reply:2', href: '/post/2' },
    { form: 'comment:1', href: '/post/1' },
  ])
})

it('wait on while they are written on, with the same id, and no longer once the server has them', () => {
  const form = new DraftedForm(comment, { content: '' })
  form.change({ content: 'First' })
  const id = form.commit()
  form.keepUnsent('/post/1')
  form.change({ content: 'First, and more' })
  form.save()
  const later = new DraftedForm(comment, { content: '' })
  expect([later.isUnsent, later.read().content]).toEqual([true, 'First, and more'])
  expect(later.commit()).toBe(id)
  expect(unsentDrafts('ada')).toHaveLength(1)
  later.finish()
  expect(unsentDrafts('ada')).toEqual([])
  expect(later.isUnsent).toBe(false)
})

it('lead nowhere but within the forum', () => {
  const store = (waits_at: unknown) =>
    localStorage.setItem(draftName(comment), JSON.stringify({ id: '1', values: {}, saved_at: '', waits_at }))
  store('/post/1')
  expect(unsentDrafts('ada')).toHaveLength(1)
  for (const waits_at of ['https://elsewhere.example', '//elsewhere.example', 'javascript:alert(1)', 7]) {
    store(waits_at)
    expect(unsentDrafts('ada'), String(waits_at)).toEqual([])
  }
  localStorage.setItem(draftName(comment), 'null')
  expect(unsentDrafts('ada')).toEqual([])
})
