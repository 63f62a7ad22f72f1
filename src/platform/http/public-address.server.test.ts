import { once } from 'node:events'
import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPublic, publicAddressAgent } from './public-address.server.ts'

let server: Server

beforeAll(async () => {
  server = createServer((_, response) => response.end('reached')).listen(0, 'localhost')
  await once(server, 'listening')
})
afterAll(() => server.close())

test.each(['8.8.8.8', '192.0.1.1', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'])(
  '%s is public',
  (address) => {
    expect(isPublic(address)).toBe(true)
  },
)

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%lo',
  'ff02::1',
  'localhost',
  '',
])('%s is not public', (address) => {
  expect(isPublic(address)).toBe(false)
})

test.each(['localhost', '127.0.0.1', '127.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0'])(
  'a request to %s is refused',
  async (host) => {
    await expect(requestTo(host, false)).rejects.toThrow('does not have a public address')
  },
)

test.each(['localhost', 'LOCALHOST'])('a request to %s is allowed with loopback', async (host) => {
  expect(await requestTo(host, true)).toBe('reached')
})

test.each(['10.0.0.1', '169.254.169.254', '0.0.0.0'])('loopback does not allow %s', async (host) => {
  await expect(requestTo(host, true)).rejects.toThrow('does not have a public address')
})

async function requestTo(host: string, allowsLoopback: boolean): Promise<string> {
  const url = new URL(`http://${host}:${(server.address() as AddressInfo).port}/`)
  const request = get(url, { agent: publicAddressAgent(url, allowsLoopback), timeout: 5000 })
  const [response] = await once(request, 'response')
  return Buffer.concat(await response.toArray()).toString()
}
