import { beforeEach, expect, test, vi } from 'vitest'
import { RateLimiter } from './rate-limiter.server.ts'
import { type AskForTurn, SharedRateLimiter } from './shared-rate-limiter.server.ts'

const log = { warn: vi.fn(), info: vi.fn() }
const keys = [{ key: 'votes ada', rate: { times: 10, seconds: 3600 } }]
const nobody: AskForTurn = () => Promise.reject(new Error('away'))

beforeEach(() => {
  vi.clearAllMocks()
})

test('processes of one node count together while nobody counts for all nodes', async () => {
  const primary = new RateLimiter()
  const ofPrimary: AskForTurn = async (wishes, maxWait) => primary.reserve(wishes, maxWait)
  const processes = Array.from(
    { length: 3 },
    () => new SharedRateLimiter(nobody, log, 200, new SharedRateLimiter(ofPrimary, log)),
  )
  expect(await grants(processes)).toBe(10)
  expect(processes.map(({ isAlone }) => isAlone)).toEqual([true, true, true])
  expect(log.warn, 'each says so once').toHaveBeenCalledTimes(3)
})

test('and each by itself when the process that started them does not answer either', async () => {
  const alone = () => new SharedRateLimiter(nobody, log, 200, new SharedRateLimiter(nobody, log))
  expect(await grants([alone(), alone()])).toBe(20)
})

async function grants(limiters: SharedRateLimiter[]): Promise<number> {
  let granted = 0
  for (let n = 0; n < 20; n++)
    for (const limiter of limiters) if ((await limiter.consume(keys)) === 0) granted++
  return granted
}
