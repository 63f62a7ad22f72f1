import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { BLOCKED_WEBSITE } from '../../shared/blocked-domains/policy.ts'
import { readDomainCursor } from './cursor.ts'
import { DOMAINS_PAGE } from './policy.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
  world.services.config.PUBLIC_URL = 'https://forum.example'
})
afterAll(() => world.close())
beforeEach(() => world.db.deleteFrom('blocked_domains').execute())

const asModerator = () => ({ context: world.asContext(world.people.moderator) })
const block = (domain: string, reason = '') =>
  call(router.blockedDomains.add, { domain, reason }, asModerator())
const unblock = (domain: string) => call(router.blockedDomains.remove, { domain }, asModerator())
const list = (cursor?: string) => call(router.blockedDomains.list, { cursor }, asModerator())
const log = async () => {
  const { items } = await call(router.moderationActions.list, {}, { context: world.asContext(null) })
  return items
}

describe('blocking', () => {
  test.each([
    ['https://Spam.Example/path?x#y', 'spam.example'],
    ['www.spam.example', 'spam.example'],
    ['http://user:password@spam.example:8443/', 'spam.example'],
    ['spam.example.', 'spam.example'],
    [' //spam.example\\x ', 'spam.example'],
    ['https://bücher.example', 'xn--bcher-kva.example'],
    ['http://0x7f.1/', '127.0.0.1'],
  ])('keeps of “%s” what matters', async (pasted, domain) => {
    expect(await block(pasted)).toMatchObject({
      domain,
      reason: '',
      added_by: { username: world.people.moderator.username },
    })
    expect((await list()).items.map((item) => item.domain)).toEqual([domain])
    expect(await unblock(pasted)).toEqual({ domain })
    expect((await list()).items).toEqual([])
  })

  test.each([
    '',
    ' ',
    'two words',
    'localhost',
    '.',
    'https://',
    'co.uk',
    'https://com.au/x',
    'github.io',
    `${'a'.repeat(300)}.example`,
  ])('refuses “%s”, on its field', async (pasted) => {
    await expect(block(pasted)).rejects.toMatchObject({ code: 'BAD_REQUEST', data: { field: 'domain' } })
  })

  test('refuses the forum itself, and what is blocked already, alone or within another', async () => {
    await expect(block('https://www.forum.example')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await block('spam.example')
    for (const domain of ['spam.example', 'https://shop.spam.example'])
      await expect(block(domain)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'spam.example and its subdomains are already blocked.',
        data: { field: 'domain' },
      })
    await block('notspam.example')
    await block('example.org')
  })

  test('is in the log, with its end, and neither names the domain in public', async () => {
    await block('spam.example', 'Floods of advertising')
    await unblock('spam.example')
    const [unblocked, blocked] = await log()
    expect([blocked?.action, unblocked?.action]).toEqual(['block_domain', 'unblock_domain'])
    expect(blocked).toMatchObject({ reason: 'Floods of advertising', reverted_by: unblocked?.id })
    expect(unblocked).toMatchObject({ reverts: blocked?.id })
    expect(JSON.stringify([blocked, unblocked])).not.toContain('spam.example')
    const { details } = await call(router.moderationActions.read, { id: blocked?.id ?? '' }, asModerator())
    expect(details).toEqual({ domain: 'spam.example' })
  })

  test('at the same moment is one thing, with one entry', async () => {
    const before = (await log()).length
    const done = await Promise.allSettled(Array.from({ length: 5 }, () => block('race.example')))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await log()).toHaveLength(before + 1)
  })

  test('of one that is not blocked ends with 404', async () => {
    await expect(unblock('nobody.example')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(unblock('two words')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('the list goes on where it ended, the latest first, also once that one is gone', async () => {
  const created_at = new Date().toISOString()
  const domains = Array.from({ length: DOMAINS_PAGE + 2 }, (_, n) => `d${String(n).padStart(3, '0')}.example`)
  await world.db
    .insertInto('blocked_domains')
    .values(domains.map((domain) => ({ domain, created_at })))
    .execute()
  await block('latest.example')
  const first = await list()
  expect(first.items[0]?.domain).toBe('latest.example')
  expect(first.items).toHaveLength(DOMAINS_PAGE)
  await unblock(first.items.at(-1)?.domain ?? '')
  const second = await list(first.next ?? '')
  expect(second.items.map(({ domain }) => domain)).toEqual(['d002.example', 'd001.example', 'd000.example'])
  expect(second.next).toBeNull()
  await expect(list('nonsense')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(readDomainCursor(btoa('["2020-02-30T00:00:00.000000Z","a.b"]'))).toBeUndefined()
})

describe('a website on a blocked domain', () => {
  const save = (website_url: string) =>
    call(router.me.update, { website_url }, { context: world.asContext(world.people.author) })

  test.each([
    'https://spam.example',
    'spam.example/me',
    'http://shop.spam.example:8080/',
    'https://SPAM.example./',
    'https://www.spam.example',
  ])('is refused in the profile, on its field: %s', async (website) => {
    await block('spam.example')
    await expect(save(website)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: BLOCKED_WEBSITE,
      data: { field: 'website_url' },
    })
  })

  test('is refused with a password in it as any other', async () => {
    await block('spam.example')
    for (const website of ['https://me:secret@spam.example', 'https://ok.example@spam.example'])
      await expect(save(website)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        data: { field: 'website_url' },
      })
  })

  test('is none where only its end is the same; and one that was there does not stand in the way of the rest', async () => {
    await block('spam.example')
    expect((await save('https://notspam.example')).website_url).toBe('https://notspam.example')
    await block('notspam.example')
    const bio = { bio: 'Words' }
    const context = world.asContext(world.people.author)
    expect(await call(router.me.update, bio, { context })).toMatchObject(bio)
    await expect(save('https://notspam.example/x')).rejects.toMatchObject({ message: BLOCKED_WEBSITE })
  })
})
