import { expect, test } from 'vitest'
import { Background } from './background.server.ts'

test('what goes on is waited for, also what it begins, and a failure is logged once', async () => {
  const failures: unknown[] = []
  const background = new Background({ error: (failure: unknown) => failures.push(failure) } as never)
  const done: string[] = []
  const begin = async (name: string) => {
    await new Promise(setImmediate)
    done.push(name)
  }
  background.add(
    'first',
    begin('first').then(() => background.add('second', begin('second'))),
  )
  background.add('broken', Promise.reject(new Error('no')))
  await background.settled()
  expect(done).toEqual(['first', 'second'])
  expect(failures).toEqual([{ err: new Error('no'), work: 'broken' }])
  await background.settled()
})
