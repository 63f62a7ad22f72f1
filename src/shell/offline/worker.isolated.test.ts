import { expect, it } from 'vitest'
import { loadConfig } from '../../platform/config/config.server.ts'
import { scriptRoutes } from './routes.server.ts'

const FILE = new URL('./worker.ts', import.meta.url)
const ask = async (file = FILE) => scriptRoutes(loadConfig({}), '/sw.js', file).request('/sw.js')

it('comes anew each time, for the whole forum, and may fetch from nowhere else', async () => {
  const response = await ask()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(response.headers.get('content-security-policy')).toContain("connect-src 'self'")
  expect(await response.text()).toContain("addEventListener('fetch'")
})

it('is not there where nothing was built', async () => {
  expect((await ask(new URL('./none.js', import.meta.url))).status).toBe(404)
})
