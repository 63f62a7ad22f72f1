import { DatabaseError } from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { WriteBatches } from './write-batches.server.ts'

interface Write {
  subject: string
  by: string
}

/** Batches whose writes end when the test says so. */
function make({ together = (writes: Write[]): (string | undefined)[] => writes.map(({ by }) => by) } = {}) {
  const ends: (() => void)[] = []
  const alone = vi.fn(async ({ by }: Write) => {
    await new Promise<void>((resolve) => ends.push(resolve))
    return `${by}, alone`
  })
  const batched = vi.fn(async (writes: Write[]) => {
    await new Promise<void>((resolve) => ends.push(resolve))
    return together(writes)
  })
  const batches = new WriteBatches<Write, string>({
    alone,
    together: batched,
    subjectOf: ({ subject }) => subject,
    identityOf: ({ subject, by }) => subject + by,
  })
  const endNext = async () => {
    await vi.waitFor(() => expect(ends.length).toBeGreaterThan(0), { interval: 1 })
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const add = (subject: string, by: string) => batches.add({ subject, by })
  return { add, alone, batched, endNext }
}

describe('batches of writes', () => {
  test('let one that comes alone go alone, and gather what comes while two are under way', async () => {
    const { add, alone, batched, endNext } = make()
    const answers = ['a', 'b', 'c', 'd', 'e'].map((subject) => add(subject, subject))
    expect(alone).toHaveBeenCalledTimes(2)
    expect(batched).not.toHaveBeenCalled()
    await endNext()
    expect(batched).toHaveBeenCalledOnce()
    await endNext()
    await endNext()
    expect(await Promise.all(answers)).toEqual(['a, alone', 'b, alone', 'c', 'd', 'e'])
  })

  test('never hold two writes of one kind by one member, and keep these in their order', async () => {
    const { add, batched, endNext } = make()
    const first = [add('a', 'x'), add('b', 'x')]
    const later = [add('c', 'first'), add('d', 'x'), add('c', 'first'), add('c', 'second')]
    await endNext()
    expect(batched.mock.lastCall?.[0].map(({ subject, by }) => subject + by)).toEqual([
      'cfirst',
      'dx',
      'csecond',
    ])
    for (let n = 0; n < 3; n++) await endNext()
    await Promise.all([...first, ...later])
  })

  test('wait for one that has the same subject, which keeps no other from going', async () => {
    const { add, alone, batched, endNext } = make()
    const writes = [add('hot', '1'), add('hot', '2'), add('hot', '3'), add('cold', '4')]
    expect(alone.mock.calls.map(([{ by }]) => by)).toEqual(['1', '4'])
    await endNext()
    expect(batched.mock.calls.map(([batch]) => batch.map(({ by }) => by))).toEqual([['2', '3']])
    await endNext()
    await endNext()
    await Promise.all(writes)
  })

  test('that wait for somebody else let others go on after a moment', async () => {
    const { add, alone, endNext } = make()
    const writes = [add('a', '1'), add('b', '2'), add('c', '3')]
    expect(alone).toHaveBeenCalledTimes(2)
    await vi.waitFor(() => expect(alone).toHaveBeenCalledTimes(3))
    // Those of its subject too: they shall wait in the database, where the wait has an end.
    const same = add('a', '4')
    expect(alone).toHaveBeenCalledTimes(4)
    for (let n = 0; n < 4; n++) await endNext()
    expect(await same).toBe('4, alone')
    await Promise.all(writes)
  })

  test('do alone what a batch leaves out, and all of it where the database refuses', async () => {
    const refusal = new DatabaseError('no', 0, 'error')
    const refusing = () => {
      throw refusal
    }
    for (const together of [() => ['3', undefined], refusing]) {
      const { add, alone, endNext } = make({ together })
      const writes = ['1', '2', '3', '4'].map((by) => add(by, by))
      for (let n = 0; n < 5; n++) await endNext().catch(() => undefined)
      expect((await Promise.all(writes)).at(-1)).toBe('4, alone')
      expect(alone).toHaveBeenCalledTimes(together === refusing ? 4 : 3)
    }
  })

  test('answer one refusal to who is refused alone', async () => {
    const batches = new WriteBatches<Write, string>({
      alone: async ({ by }) => {
        if (by === 'bad') throw new Error('refused')
        return by
      },
      together: async () => {
        throw new DatabaseError('no', 0, 'error')
      },
      subjectOf: ({ subject }) => subject,
      identityOf: ({ subject }) => subject,
    })
    const writes = ['1', '2', '3', 'bad', '5'].map((by) => batches.add({ subject: by, by }))
    const outcomes = await Promise.allSettled(writes)
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
  })

  test('that break for another reason are told to all, and the next go on', async () => {
    let isAway = true
    const batches = new WriteBatches<Write, string>({
      alone: async ({ by }) => by,
      together: async (writes) => {
        if (isAway) throw new Error('Connection terminated')
        return writes.map(({ by }) => by)
      },
      subjectOf: ({ subject }) => subject,
      identityOf: ({ subject }) => subject,
    })
    const send = () => Promise.allSettled(['1', '2', '3', '4'].map((by) => batches.add({ subject: by, by })))
    expect((await send()).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ])
    isAway = false
    expect((await send()).every(({ status }) => status === 'fulfilled')).toBe(true)
  })
})
