import { expect, test } from 'vitest'
import { addressesBehind, addressGroup } from './address.server.ts'

const direct = addressesBehind([])
const behind = addressesBehind(['10.0.0.0/8', '127.0.0.1', 'fd00::/8', '::1'])

test('without trusted proxies the header says nothing', () => {
  expect(direct('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9')
  expect(direct('127.0.0.1', '198.51.100.1')).toBe('127.0.0.1')
})

test('a peer that is no trusted proxy cannot claim another address', () => {
  expect(behind('203.0.113.9', '198.51.100.1, 10.0.0.7')).toBe('203.0.113.9')
})

test.each([
  ['10.0.0.7', '198.51.100.1', '198.51.100.1'],
  ['10.0.0.7', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
  ['127.0.0.1', '6.6.6.6,198.51.100.1, 10.1.2.3', '198.51.100.1'],
  ['::ffff:10.0.0.7', '198.51.100.1', '198.51.100.1'],
  ['::1', '2001:DB8::5', '2001:db8::5'],
  ['fd12::1', '[2001:db8::5]:4711', '2001:db8::5'],
  ['10.0.0.7', '198.51.100.1:51000', '198.51.100.1'],
])('behind %s the client of "%s" is %s', (peer, header, client) => {
  expect(behind(peer, header)).toBe(client)
})

test.each([
  ['10.0.0.7', '', '10.0.0.7'],
  ['10.0.0.7', null, '10.0.0.7'],
  ['10.0.0.7', 'unknown', '10.0.0.7'],
  ['10.0.0.7', '6.6.6.6, _hidden, 10.9.9.9', '10.9.9.9'],
  ['10.0.0.7', '10.0.0.8, 10.0.0.9', '10.0.0.8'],
  [undefined, '198.51.100.1', ''],
])('a chain that ends nowhere (%s, "%s") is its last known link', (peer, header, client) => {
  expect(behind(peer, header)).toBe(client)
})

test('limits count IPv4 by address and IPv6 by /64', () => {
  expect(addressGroup('203.0.113.9')).toBe('203.0.113.9')
  expect(addressGroup('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(addressGroup('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64')
  expect(addressGroup('2001:db8::9')).toBe('2001:db8:0:0::/64')
  expect(addressGroup('::1')).toBe('0:0:0:0::/64')
  expect(addressGroup('')).toBe('')
})
