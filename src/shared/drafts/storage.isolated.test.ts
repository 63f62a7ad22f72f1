import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeStorage } from '../../../tests/fake-storage.ts'
import { formsWithDraft } from './draft-keys.ts'
import { deleteDraft, readDraft, writeDraft } from './storage.ts'

const isText = (values: unknown): values is string => typeof values === 'string'
const mara = { memberId: 'mara', form: 'new-rich' }

const DAY = 24 * 60 * 60 * 1000

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()))
afterEach(() => {
  deleteDraft(mara)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('drafts', () => {
  it('come back as they were typed, and go when they are dropped', () => {
    writeDraft(mara, 'first')
    writeDraft(mara, 'second')
    expect(readDraft(mara, isText)?.values).toBe('second')
    deleteDraft(mara)
    expect(readDraft(mara, isText)).toBeUndefined()
  })

  it('keep the id of what they will become until they are dropped', () => {
    const { id } = writeDraft(mara, 'first')
    expect(writeDraft(mara, 'second').id).toBe(id)
    deleteDraft(mara)
    expect(writeDraft(mara, 'third').id).not.toBe(id)
  })

  it('belong to one member and one form', () => {
    writeDraft(mara, 'text')
    writeDraft({ memberId: 'mara', form: 'reply:1' }, 'text')
    expect(readDraft({ memberId: 'heron', form: 'new-rich' }, isText)).toBeUndefined()
    expect(formsWithDraft('mara').sort()).toEqual(['new-rich', 'reply:1'])
    expect(formsWithDraft('heron')).toEqual([])
  })

  it('are nothing when they are broken or have another form', () => {
    localStorage.setItem('draft:mara:new-rich', '{"id":')
    expect(readDraft(mara, isText)).toBeUndefined()
    localStorage.setItem('draft:mara:new-rich', '{"id":"1","values":{"old":true}}')
    expect(readDraft(mara, isText)).toBeUndefined()
  })

  it('give up what nobody came back to for months when there is no room, and nothing else', () => {
    vi.stubGlobal('localStorage', fakeStorage(400))
    vi.useFakeTimers()
    writeDraft({ memberId: 'mara', form: 'reply:1' }, 'forgotten')
    vi.advanceTimersByTime(100 * DAY)
    writeDraft({ memberId: 'mara', form: 'reply:2' }, 'recent')
    writeDraft(mara, 'x'.repeat(120))
    expect(formsWithDraft('mara')).toEqual(['reply:2', 'new-rich'])
    writeDraft(mara, 'x'.repeat(1000))
    expect(readDraft(mara, isText)?.values).toHaveLength(1000)
    expect(readDraft({ memberId: 'mara', form: 'reply:2' }, isText)?.values).toBe('recent')
  })

  it('stay for the page when storage is forbidden', () => {
    const forbidden = () => {
      throw new DOMException('forbidden', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden })
    const { id } = writeDraft(mara, 'text')
    expect(writeDraft(mara, 'more text')).toMatchObject({ id, values: 'more text' })
    expect(readDraft(mara, isText)?.values).toBe('more text')
  })
})
