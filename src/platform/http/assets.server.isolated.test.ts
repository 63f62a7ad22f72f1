import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { assets } from './assets.server.ts'

const root = mkdtempSync(join(tmpdir(), 'threshold-assets-'))
const folder = (name: string) => pathToFileURL(`${join(root, name)}/`)
const app = new Hono().get('*', assets({ client: folder('client'), former: folder('former') }))
const ask = (path: string) => app.request(path)

beforeAll(() => {
  mkdirSync(join(root, 'client/assets'), { recursive: true })
  mkdirSync(join(root, 'former'))
  writeFileSync(join(root, 'client/assets/index-new.js'), 'new')
  writeFileSync(join(root, 'client/icon.svg'), 'icon')
  writeFileSync(join(root, 'former/index-old.js'), 'old')
  writeFileSync(join(root, 'secret.json'), 'secret')
})
afterAll(() => rmSync(root, { recursive: true }))

it('answers files of this build and, for pages of builds before it, of those', async () => {
  for (const [path, text] of [
    ['/assets/index-new.js', 'new'],
    ['/assets/index-old.js', 'old'],
  ] as const) {
    const response = await ask(path)
    expect(await response.text()).toBe(text)
    expect(response.headers.get('cache-control')).toContain('immutable')
  }
  expect((await ask('/icon.svg')).headers.get('cache-control')).toBe('public, max-age=86400')
})

it('answers a file that came in from another node’s build meanwhile', async () => {
  expect((await ask('/assets/index-next.js')).status).toBe(404)
  writeFileSync(join(root, 'former/index-next.js'), 'next')
  expect(await (await ask('/assets/index-next.js')).text()).toBe('next')
})

it('leads nowhere else', async () => {
  const secret = pathToFileURL(join(root, 'secret.json')).href
  for (const path of [
    `/assets/${secret}`,
    '/assets/x/../../secret.json',
    '/assets/%2e%2e/%2e%2e/secret.json',
    '/assets/..%2fsecret.json',
    '/../secret.json',
  ])
    expect((await ask(path)).status, path).toBe(404)
})
