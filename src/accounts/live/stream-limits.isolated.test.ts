import { beforeEach, expect, test } from 'vitest'
import type { Stream } from '../../platform/bus/live.server.ts'
import { StreamLimits } from './stream-limits.server.ts'

const CEILINGS = { member: 3, address: 2, guests: 20, node: 30 }
let limits: StreamLimits
let count: number

beforeEach(() => {
  limits = new StreamLimits(CEILINGS)
  count = 0
})

type TestStream = Stream & { isOpen: boolean }

function open(asker: { member?: string; address: string }): TestStream {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const stream: TestStream = {
    isOpen: true,
    ended,
    left: () => stream.end(),
    end: () => {
      stream.isOpen = false
      resolve()
    },
  }
  limits.add({ member: undefined, ...asker }, stream)
  return stream
}

/** Opens a stream and returns it, or returns the refusal of the limits. */
function ask(asker: { member?: string; address: string }) {
  const refusal = limits.refusal({ member: undefined, ...asker })
  return refusal ?? open(asker)
}

const guest = (address = `198.51.100.${++count}`) => ask({ address })
const member = (name = `member ${++count}`) => ask({ member: name, address: '192.0.2.1' })
const many = (times: number, one: () => unknown) => Array.from({ length: times }, one)

test('guests take no more than their share, and members find room beside them', () => {
  many(20, () => expect(guest()).toBeTypeOf('object'))
  expect(guest()).toBe('full')
  many(10, () => expect(member()).toBeTypeOf('object'))
})

test('where all are taken, the oldest guest makes room for a member', async () => {
  const guests = many(20, () => guest()) as TestStream[]
  many(10, () => member())
  many(3, () => member())
  await Promise.resolve()
  expect(guests.map(({ isOpen }) => isOpen)).toEqual([...many(3, () => false), ...many(17, () => true)])
})

test('where all are members, one more hears so, and so does a guest', async () => {
  const members = many(30, () => member()) as TestStream[]
  expect([member(), guest()]).toEqual(['full', 'full'])
  members[0]?.end()
  await Promise.resolve()
  expect(guest()).toBeTypeOf('object')
})

test('the households of a network share eight times what one has', async () => {
  const own = many(2, () => guest('2001:db8:1:1::1'))
  expect(own[1]).toBeTypeOf('object')
  expect(guest('2001:db8:1:1::2')).toBe('many')
  const others = many(14, () => guest(`2001:db8:1:${(count + 100).toString(16)}::${++count}`)) as TestStream[]
  expect(others.every((one) => typeof one === 'object')).toBe(true)
  expect(guest('2001:db8:1:ffff::1')).toBe('many')
  expect(guest('2001:db8:2:ffff::1')).toBeTypeOf('object')
  others[0]?.end()
  await Promise.resolve()
  expect(guest('2001:db8:1:ffff::1')).toBeTypeOf('object')
})

test('a member has so many, wherever they are', () => {
  many(3, () => member('ada'))
  expect([member('ada'), typeof member('bo')]).toEqual(['many', 'object'])
})
