import { isIP } from 'node:net'
import { expect, test } from 'vitest'
import fc from '../../../tests/fast-check.ts'
import { addressGroup, addressNetwork, clientAddress } from './address.server.ts'

const direct = clientAddress([])
const behind = clientAddress(['10.0.0.0/8', '127.0.0.1', 'fd00::/8', '::1'])

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

test.each([
  ['1::2:3:4:5:1.2.3.4', '1:0:2:3::/64'],
  ['1:2:3:4:5:6:1.2.3.4', '1:2:3:4::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is of %s', (address, group) => {
  expect(addressGroup(address)).toBe(group)
})

test('a network is an IPv6 /48, and IPv4 has none', () => {
  expect(addressNetwork('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::/48')
  expect(addressNetwork('2001:db8::9')).toBe('2001:db8:0::/48')
  expect(addressNetwork('203.0.113.9')).toBe('')
  expect(addressNetwork('')).toBe('')
})

/** Generates the eight 16-bit fields of an IPv6 address. Many fields are 0, as in real addresses. */
const fields = fc.tuple(...Array.from({ length: 8 }, () => fc.oneof(fc.constant(0), fc.nat(0xffff))))
/** Generates notations of an address (RFC 4291, section 2.2), varying omitted zeros, case and IPv4 ending. */
const written = fc
  .tuple(fields, fc.nat(8), fc.nat(8), fc.boolean(), fc.boolean(), fc.boolean())
  .map(([values, from, length, isLong, isUpper, hasDots]) => {
    const texts = values.map((value) => value.toString(16).padStart(isLong ? 4 : 1, '0'))
    const [a = 0, b = 0] = values.slice(6)
    const end = hasDots && from + length <= 6 ? [`${a >> 8}.${a & 255}.${b >> 8}.${b & 255}`] : texts.slice(6)
    const isZero =
      length > 0 && from + length <= 8 && values.slice(from, from + length).every((value) => value === 0)
    const all = [...texts.slice(0, 6), ...end]
    const text = isZero
      ? `${all.slice(0, from).join(':')}::${all.slice(from + length).join(':')}`
      : all.join(':')
    return { values, text: isUpper ? text.toUpperCase() : text }
  })

test('however an IPv6 address is written, it is of the same household and network', () => {
  fc.assert(
    fc.property(written, ({ values, text }) => {
      expect(isIP(text), text).toBe(6)
      const start = (count: number) =>
        values
          .slice(0, count)
          .map((value) => value.toString(16))
          .join(':')
      expect(addressGroup(text), text).toBe(`${start(4)}::/64`)
      expect(addressNetwork(text), text).toBe(`${start(3)}::/48`)
    }),
    { numRuns: 2000 },
  )
})

test('an IPv4 address is its own household, also where it comes as IPv6', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(addressGroup(address)).toBe(address)
      expect(addressNetwork(address)).toBe('')
      for (const form of [
        `::ffff:${address}`,
        `::FFFF:${address}`,
        `0:0:0:0:0:ffff:${address}`,
        hexadecimal(address),
      ])
        expect(direct(form, null), form).toBe(address)
    }),
  )
})

/** Writes an IPv4 address as an IPv4-mapped IPv6 address in hexadecimal: 127.0.0.1 → `::ffff:7f00:1`. */
function hexadecimal(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  return `::ffff:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}
