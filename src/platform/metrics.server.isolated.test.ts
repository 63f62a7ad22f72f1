import { expect, test } from 'vitest'
import { ResponseCache } from './cache/response-cache.server.ts'
import { loadConfig } from './config/config.server.ts'
import { gaugeByKind, metrics } from './metrics.server.ts'

const TOKEN = 'sixteen characters'

/** Requests the metrics as if Node had received the request from `remoteAddress`. */
async function ask(
  { remoteAddress, headers = {} }: { remoteAddress?: string; headers?: Record<string, string> },
  env: Record<string, string> = {},
) {
  const app = metrics({ config: loadConfig(env), responseCache: new ResponseCache() })
  const incoming = remoteAddress && {
    socket: { remoteAddress },
    headers: { host: 'localhost:3000', ...headers },
  }
  const response = await app.request('/metrics', { headers }, incoming ? { incoming } : undefined)
  return { status: response.status, text: await response.text() }
}

test('this machine may read them', async () => {
  for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect((await ask({ remoteAddress })).text).toContain('page_cache_answers 0')
})

test.each([
  ['another machine', { remoteAddress: '203.0.113.9' }, {}],
  [
    'a proxy here that names its client',
    { remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': '203.0.113.9' } },
    {},
  ],
  [
    'a proxy here that passes the name on',
    { remoteAddress: '127.0.0.1', headers: { host: 'forum.example.org' } },
    {},
  ],
  [
    'a proxy here that says nothing',
    { remoteAddress: '127.0.0.1' },
    { PUBLIC_URL: 'https://forum.example.org' },
  ],
  [
    'a name that only looks like this machine',
    { remoteAddress: '127.0.0.1', headers: { host: 'localhost.evil.example' } },
    {},
  ],
  ['whoever asks in development, where nobody knows who it is', {}, {}],
  ['this machine where there is a token', { remoteAddress: '127.0.0.1' }, { METRICS_TOKEN: TOKEN }],
])('%s may not', async (_, from, env) => {
  expect((await ask(from, env)).status).toBe(404)
})

test('who holds the token may, from anywhere', async () => {
  const env = { METRICS_TOKEN: TOKEN, PUBLIC_URL: 'https://forum.example.org' }
  for (const from of [{}, { remoteAddress: '203.0.113.9' }]) {
    const headers = { authorization: `Bearer ${TOKEN}` }
    expect((await ask({ ...from, headers }, env)).status).toBe(200)
    expect((await ask({ ...from, headers: { authorization: 'Bearer other' } }, env)).status).toBe(404)
  }
})

test('what does not answer is left out within a second, and the rest is told', async () => {
  gaugeByKind('never_read', 'Nobody answers', () => new Promise(() => undefined))
  gaugeByKind('not_read', 'Nobody can', () => Promise.reject(new Error('away')))
  gaugeByKind('read', 'Somebody answers', async () => ({ one: 1 }))
  const began = performance.now()
  const { text } = await ask({ remoteAddress: '127.0.0.1' })
  expect(performance.now() - began).toBeLessThan(2000)
  expect(text).toContain('\nread{kind="one"} 1')
  expect(text).not.toContain('never_read{')
  expect(text).not.toContain('not_read{')
})

test('a number is read by the last who brought it: the services of another who did may have ended', async () => {
  gaugeByKind('bells_rung', 'Bells', () => Promise.reject(new Error('This tower is closed')))
  gaugeByKind('bells_rung', 'Bells', async () => ({ tenor: 3 }))
  const { text } = await ask({ remoteAddress: '127.0.0.1' })
  expect(text).toContain('bells_rung{kind="tenor"} 3')
})
