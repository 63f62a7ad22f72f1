import { beforeEach, expect, test, vi } from 'vitest'
import { readSnapshot, type SessionSnapshot, SNAPSHOT_KEY, writeSnapshot } from './snapshot.ts'

const stored = new Map<string, string>()
const snapshot: SessionSnapshot = {
  user: { id: '0197', username: 'ada', full_name: null, avatar_url: null, roles: ['editor'] },
  expires_at: new Date(Date.now() + 60_000).toISOString(),
}

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})

test('what was written is read', () => {
  writeSnapshot(snapshot)
  expect(readSnapshot()).toEqual(snapshot)
})

test('signing out leaves nothing behind', () => {
  writeSnapshot(snapshot)
  writeSnapshot(undefined)
  expect(stored.size).toBe(0)
  expect(readSnapshot()).toBeUndefined()
})

test('a session that has ended is no session', () => {
  writeSnapshot({ ...snapshot, expires_at: new Date(Date.now() - 1).toISOString() })
  expect(readSnapshot()).toBeUndefined()
})

test.each(['', '{', 'null', '42', '{"user":{}}', '{"user":{"id":1},"expires_at":"2999-01-01T00:00:00Z"}'])(
  'broken text is none: %s',
  (text) => {
    stored.set(SNAPSHOT_KEY, text)
    expect(readSnapshot()).toBeUndefined()
  },
)

test('a browser that forbids storage knows its member in this page', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  writeSnapshot(snapshot)
  expect(readSnapshot()).toEqual(snapshot)
  writeSnapshot(undefined)
  expect(readSnapshot()).toBeUndefined()
})
