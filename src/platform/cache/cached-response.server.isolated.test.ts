import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { CachedResponse, negotiate } from './cached-response.server.ts'

const body = 'What we are becoming deserves a careful conversation. '.repeat(40)
const answer = new CachedResponse({ status: 200, headers: { 'content-type': 'text/html' }, body })
const ask = (headers: Record<string, string>, method = 'GET') =>
  answer.respond(new Request('http://localhost/', { headers, method }))
const bytesOf = async (response: Response | Promise<Response>) =>
  new Uint8Array(await (await response).arrayBuffer())

/** Returns the total size in bytes of all live buffers, after a garbage collection. */
function heldBuffers(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().arrayBuffers
}

describe('a finished answer', () => {
  it('comes in the encoding the client prefers', async () => {
    expect(brotliDecompressSync(await bytesOf(ask({ 'accept-encoding': 'gzip, br' }))).toString()).toBe(body)
    expect(gunzipSync(await bytesOf(ask({ 'accept-encoding': 'gzip' }))).toString()).toBe(body)
    expect(new TextDecoder().decode(await bytesOf(ask({})))).toBe(body)
  })

  it('names its encoding, and that it varies', async () => {
    const { headers } = await ask({ 'accept-encoding': 'br' })
    expect(headers.get('content-encoding')).toBe('br')
    expect(headers.get('vary')).toBe('accept-encoding')
    expect(headers.get('cache-control')).toContain('must-revalidate')
  })

  it('is 304 for a client that has it', async () => {
    const etag = (await ask({})).headers.get('etag') ?? ''
    const again = await ask({ 'if-none-match': `W/${etag}` })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect((await ask({ 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('is packed quickly for who asks first, and smaller once somebody asks again', async () => {
    const words = Array.from({ length: 4000 }, (_, n) => `${(n * 7919) % 613} minds ${(n * 104_729) % 389}`)
    const page = new CachedResponse({ status: 200, headers: {}, body: words.join(' ') })
    const onResize = vi.fn()
    page.onResize = onResize
    const asked = () =>
      bytesOf(page.respond(new Request('http://localhost/', { headers: { 'accept-encoding': 'br' } })))
    const first = await asked()
    expect((await asked()).length).toBe(first.length)
    await vi.waitFor(() => expect(onResize).toHaveBeenCalledTimes(2))
    const later = await asked()
    expect(later.length).toBeLessThan(first.length)
    expect(brotliDecompressSync(later).toString()).toBe(words.join(' '))
    await asked()
    expect(onResize).toHaveBeenCalledTimes(2)
  })

  it('holds no more than it counts', async () => {
    const before = heldBuffers()
    const kept = Array.from(
      { length: 300 },
      (_, n) => new CachedResponse({ status: 200, headers: {}, body: Buffer.from(`${n} ${body}`) }),
    )
    for (const encoding of ['br', 'gzip'])
      for (const each of kept)
        await each.respond(new Request('http://localhost/', { headers: { 'accept-encoding': encoding } }))
    const counted = kept.reduce((sum, { weight }) => sum + weight, 0)
    await vi.waitFor(() => expect(heldBuffers() - before).toBeLessThan(counted))
    expect(kept).toHaveLength(300)
  })

  it('has no body for HEAD', async () => {
    const response = await ask({}, 'HEAD')
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })
})

describe('negotiate', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0.5, br;q=0.8', 'br'],
    ['deflate', 'identity'],
  ])('%s → %s', (accept, encoding) => {
    expect(negotiate(accept)).toBe(encoding)
  })
})
