import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { poolWait } from './pool-wait.server.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A pool that gives a connection, or none, when it is told to. */
function pool() {
  const line: PromiseWithResolvers<pg.PoolClient>[] = []
  const release = vi.fn()
  const connect = () => {
    const place = Promise.withResolvers<pg.PoolClient>()
    line.push(place)
    return place.promise
  }
  const next = async (error?: Error) => {
    const place = line.shift()
    if (error) place?.reject(error)
    else place?.resolve({ release } as unknown as pg.PoolClient)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { line, release, next, read: poolWait({ connect } as unknown as pg.Pool) }
}

test('it says how long the last one waited, and gives the connection back', async () => {
  const { read, next, release } = pool()
  expect(read()).toBe(0)
  vi.advanceTimersByTime(700)
  await next()
  expect(release).toHaveBeenCalledOnce()
  expect(read()).toBe(700)
  await next()
  expect(read()).toBe(0)
})

test('who still waits counts, and stands in the line once', async () => {
  const { read, line, next } = pool()
  read()
  for (const waited of [250, 500, 750]) {
    vi.advanceTimersByTime(250)
    expect(read()).toBe(waited)
  }
  expect(line).toHaveLength(1)
  await next()
  expect(read()).toBe(750)
  expect(line).toHaveLength(1)
})

test('a wait that was long counts until the next one has ended', async () => {
  const { read, next } = pool()
  read()
  vi.advanceTimersByTime(900)
  await next()
  read()
  vi.advanceTimersByTime(100)
  expect(read()).toBe(900)
  await next()
  expect(read()).toBe(100)
})

test('a database that is away is no wait', async () => {
  const { read, line, next, release } = pool()
  read()
  await next(new Error('connection refused'))
  expect(read()).toBe(0)
  expect(line).toHaveLength(1)
  expect(release).not.toHaveBeenCalled()
})
