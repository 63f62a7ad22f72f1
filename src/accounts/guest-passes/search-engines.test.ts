import { beforeEach, expect, test, vi } from 'vitest'
import { type NameServer, SearchEngines } from './search-engines.server.ts'

const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const BING = 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'

const names = {
  reverse: vi.fn<NameServer['reverse']>(),
  resolve4: vi.fn<(name: string) => Promise<string[]>>(),
  resolve6: vi.fn<(name: string) => Promise<string[]>>(),
}
let engines: SearchEngines

beforeEach(() => {
  vi.resetAllMocks()
  engines = new SearchEngines(names as unknown as NameServer)
})

/** Asks twice, because the first request is answered before the lookup. */
async function verdict(address: string, agent = GOOGLE): Promise<boolean> {
  expect(engines.isVerified(address, agent)).toBe(false)
  await new Promise((go) => setImmediate(go))
  return engines.isVerified(address, agent)
}

test('a crawler is verified by its name and its address, and looked up once', async () => {
  names.reverse.mockResolvedValue(['crawl-66-249-66-1.googlebot.com'])
  names.resolve4.mockResolvedValue(['66.249.66.1'])
  expect(await verdict('66.249.66.1')).toBe(true)
  expect(engines.isVerified('66.249.66.1', GOOGLE)).toBe(true)
  expect(names.reverse).toHaveBeenCalledOnce()
})

test('an IPv6 address may be written differently', async () => {
  names.reverse.mockResolvedValue(['msnbot-1.search.msn.com'])
  names.resolve6.mockResolvedValue(['2001:0db8:0:0::7'])
  expect(await verdict('2001:db8::7', BING)).toBe(true)
})

test.each([
  ['whose name is of another domain', ['crawl.googlebot.com.evil.example'], ['192.0.2.1']],
  ['whose name only ends alike', ['evilgooglebot.com'], ['192.0.2.1']],
  ['in the cloud of the engine', ['1.2.0.192.bc.googleusercontent.com'], ['192.0.2.1']],
  ['whose name has another address', ['crawl.googlebot.com'], ['66.249.66.1']],
  ['of another engine', ['msnbot-1.search.msn.com'], ['192.0.2.1']],
])('an address %s is not verified', async (_, hosts, addresses) => {
  names.reverse.mockResolvedValue(hosts)
  names.resolve4.mockResolvedValue(addresses)
  expect(await verdict('192.0.2.1')).toBe(false)
})

test('a name server without an answer verifies nobody, and is not asked again at once', async () => {
  names.reverse.mockRejectedValue(Object.assign(new Error('timeout'), { code: 'ETIMEOUT' }))
  expect(await verdict('66.249.66.1')).toBe(false)
  expect(engines.isVerified('66.249.66.1', GOOGLE)).toBe(false)
  expect(names.reverse).toHaveBeenCalledOnce()
})

test('browsers are never looked up, and of many claims few at once', () => {
  names.reverse.mockReturnValue(new Promise(() => undefined))
  engines.isVerified('192.0.2.1', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0')
  engines.isVerified('192.0.2.1', null)
  expect(names.reverse).not.toHaveBeenCalled()
  for (let n = 0; n < 50; n++) engines.isVerified(`192.0.2.${n}`, GOOGLE)
  expect(names.reverse).toHaveBeenCalledTimes(8)
})
