import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { LIVE_CHANNEL, type LiveEnvelope } from '../../accounts/live/events.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { newId } from '../../platform/ids.ts'
import { CONVERSATION_PAGE, LAST_MESSAGE_EXCERPT, MESSAGE_LIMIT, MESSAGE_PAGE } from './policy.ts'

let world: World
let ada: Viewer
let bo: Viewer
let third: Viewer
let published: LiveEnvelope[]

beforeAll(async () => {
  world = await makeWorld()
  third = world.people.author
  world.services.bus.subscribe(LIVE_CHANNEL, (envelope) => published.push(envelope as LiveEnvelope))
})
afterAll(() => world.close())
beforeEach(async () => {
  ada = await world.buildMember({ full_name: 'Ada Lin' })
  bo = await world.buildMember({ full_name: null })
  published = []
})
afterEach(async () => {
  const { rows } = await sql`select * from counter_drift_of_conversations()`.execute(world.db)
  expect(rows).toEqual([])
})

describe('a message', () => {
  test('reaches the one it was written to, unread', async () => {
    const sent = await send(ada, bo, '  Good evening.\r\n\r\nAre you there?  ')
    expect(sent).toMatchObject({
      content: 'Good evening.\n\nAre you there?',
      sender_id: ada.id,
      recipient_id: bo.id,
      is_read: false,
    })
    expect(await read(bo, ada)).toEqual({ items: [sent], next: null })
    expect(await read(ada, bo)).toEqual({ items: [sent], next: null })
  })

  test('is told to the two of them alone, in ids alone', async () => {
    await send(ada, bo, 'A secret')
    expect(published).toEqual([
      { to: bo.id, event: { type: 'message', with: ada.id, from: ada.id } },
      { to: ada.id, event: { type: 'message', with: bo.id, from: ada.id } },
    ])
  })

  test('sent again with the same id is one message, told once', async () => {
    const id = newId()
    const [one, two] = await Promise.all([send(ada, bo, 'Once', id), send(ada, bo, 'Once', id)])
    expect(two).toEqual(one)
    expect((await read(bo, ada)).items).toHaveLength(1)
    expect(published).toHaveLength(2)
    expect((await list(bo)).unread).toBe(1)
  })

  test('with the id of another is refused, and tells nothing of it', async () => {
    const id = newId()
    await send(ada, bo, 'Mine', id)
    await expect(send(ada, bo, 'Else', id)).rejects.toMatchObject({ code: 'CONFLICT', data: undefined })
    await expect(send(third, bo, 'Mine', id)).rejects.toMatchObject({ code: 'CONFLICT', data: undefined })
    await expect(send(bo, ada, 'Mine', id)).rejects.toMatchObject({ code: 'CONFLICT', data: undefined })
    expect(await contents(bo, ada)).toEqual(['Mine'])
  })

  test.each([
    ['nothing', ''],
    ['spaces', ' \n\t '],
    ['what nobody can see', '\u200b'],
    ['more than fits', 'x'.repeat(MESSAGE_LIMIT + 1)],
    ['what cannot be stored', 'nul \0'],
  ])('refuses %s', async (_, content) => {
    await expect(send(ada, bo, content)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(read(ada, bo)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('may be as long as the limit, in any script', async () => {
    const content = '題'.repeat(MESSAGE_LIMIT)
    expect((await send(ada, bo, content)).content).toBe(content)
    const excerpt = (await list(bo)).items[0]?.last_message?.excerpt
    expect(excerpt).toBe(`${'題'.repeat(LAST_MESSAGE_EXCERPT)}…`)
  })

  test('never changes, but from unread to read', async () => {
    const { id } = await send(ada, bo, 'As it was')
    const change = (values: object) =>
      world.db.updateTable('messages').set(values).where('id', '=', id).execute()
    await change({ is_read: true })
    for (const values of [
      { content: 'Else' },
      { is_read: false },
      { recipient_id: third.id },
      { created_at: 'now' },
    ])
      await expect(change(values)).rejects.toMatchObject({ constraint: 'messages_stay' })
    expect((await read(ada, bo)).items[0]).toMatchObject({ content: 'As it was', is_read: true })
  })

  test('to oneself does not exist, neither here nor in the database', async () => {
    for (const act of everything(ada, ada)) await expect(act()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const row = { content: 'Dear diary', sender_id: ada.id, recipient_id: ada.id }
    await expect(world.db.insertInto('messages').values(row).execute()).rejects.toMatchObject({
      constraint: 'messages_not_to_oneself',
    })
  })
})

describe('who may', () => {
  test('write and read: members', async () => {
    await send(ada, bo, 'Between us')
    for (const act of [...everything(null, bo), () => list(null)])
      await expect(act()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('read: the two of them; a third, whatever their role, finds no such conversation', async () => {
    await send(ada, bo, 'Between us')
    const { moderator, editor, admin } = world.people
    for (const stranger of [third, moderator, editor, admin]) {
      for (const one of [ada, bo]) {
        await expect(read(stranger, one)).rejects.toMatchObject({ code: 'NOT_FOUND' })
        await expect(markRead(stranger, one)).rejects.toMatchObject({ code: 'NOT_FOUND' })
        expect(await about(stranger, one)).toMatchObject({ last_message: null, unread_count: 0 })
      }
      expect(JSON.stringify(await list(stranger))).not.toContain('Between us')
    }
    expect((await read(ada, bo)).items[0]?.is_read).toBe(false)
  })

  test('be written to: not nobody, nor an account whose address is not verified', async () => {
    const unverified = await world.buildMember()
    await world.db
      .updateTable('users')
      .set({ email_verified: false })
      .where('id', '=', unverified.id)
      .execute()
    for (const username of [unverified.username, 'nobody_at_all', 'x'.repeat(31), 'a\0b', ''])
      for (const act of everything(ada, { ...ada, username }))
        await expect(act()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('be found: by any spelling, and for a while by a former name', async () => {
    await send(ada, bo, 'Hello')
    const username = `renamed_${bo.username}`
    await world.db.updateTable('profiles').set({ username }).where('id', '=', bo.id).execute()
    for (const name of [bo.username, username, username.toUpperCase()])
      expect(await about(ada, { ...bo, username: name })).toMatchObject({ with: { id: bo.id, username } })
  })
})

describe('reading', () => {
  test('marks what the other wrote, and tells both', async () => {
    await send(ada, bo, 'One')
    await send(ada, bo, 'Two')
    await send(bo, ada, 'Three')
    published = []
    expect(await markRead(bo, ada)).toEqual({ unread: 0 })
    expect((await read(ada, bo)).items.map(({ is_read }) => is_read)).toEqual([false, true, true])
    expect(published).toEqual([
      { to: ada.id, event: { type: 'messages_read', with: bo.id, by: bo.id } },
      { to: bo.id, event: { type: 'messages_read', with: ada.id, by: bo.id } },
    ])
    expect((await list(ada)).unread).toBe(1)
  })

  test('again changes and tells nothing', async () => {
    await send(ada, bo, 'One')
    await markRead(bo, ada)
    published = []
    expect(await markRead(bo, ada)).toEqual({ unread: 0 })
    expect(published).toEqual([])
  })

  test('one conversation leaves the others unread', async () => {
    await send(ada, bo, 'From Ada')
    await send(third, bo, 'From Mara')
    expect(await markRead(bo, ada)).toEqual({ unread: 1 })
    expect((await list(bo)).items.map(({ unread_count }) => unread_count)).toEqual([1, 0])
  })
})

describe('the list', () => {
  test('has the latest conversation first, with its last message and who wrote it', async () => {
    await send(ada, bo, 'First\n\nline')
    const last = await send(third, ada, 'Then this')
    expect(await list(ada)).toEqual({
      unread: 1,
      next: null,
      items: [
        {
          with: pick(third),
          unread_count: 1,
          last_message: {
            id: last.id,
            sender_id: third.id,
            is_read: false,
            created_at: last.created_at,
            excerpt: 'Then this',
          },
        },
        {
          with: pick(bo),
          unread_count: 0,
          last_message: expect.objectContaining({ sender_id: ada.id, excerpt: 'First line' }),
        },
      ],
    })
    expect((await about(ada, third)).last_message?.id).toBe(last.id)
  })

  test('goes on after a page, and counts what is unread on every page', async () => {
    const people: Viewer[] = []
    for (let i = 0; i < CONVERSATION_PAGE + 3; i++) people.unshift(await world.buildMember())
    for (const person of people.toReversed()) await send(person, ada, 'Hello')
    const first = await list(ada)
    expect(first.items.map((item) => item.with.id)).toEqual(
      people.slice(0, CONVERSATION_PAGE).map(({ id }) => id),
    )
    const second = await list(ada, first.next ?? '')
    expect(second.items.map((item) => item.with.id)).toEqual(
      people.slice(CONVERSATION_PAGE).map(({ id }) => id),
    )
    expect([first.unread, second.unread, second.next]).toEqual([people.length, people.length, null])
  })

  test('counts no further than it shows', async () => {
    await insert(Array.from({ length: 140 }, () => ({ sender: bo, recipient: ada })))
    expect(await list(ada)).toMatchObject({ unread: 100, items: [{ unread_count: 140 }] })
  })

  test('is empty for whom nobody has written to', async () => {
    expect(await list(ada)).toEqual({ items: [], next: null, unread: 0 })
  })
})

describe('a long thread', () => {
  test('comes in pages, the latest first, without gaps while more is written', async () => {
    const total = 2 * MESSAGE_PAGE + 7
    await insert(
      Array.from({ length: total }, (_, i) =>
        i % 3 ? { sender: ada, recipient: bo } : { sender: bo, recipient: ada },
      ),
    )
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await read(ada, bo, cursor)
      expect(page.items.length).toBeLessThanOrEqual(MESSAGE_PAGE)
      seen.push(...page.items.map(({ content }) => content))
      cursor = page.next ?? undefined
      await send(bo, ada, 'Meanwhile')
    } while (cursor)
    expect(seen).toEqual(Array.from({ length: total }, (_, i) => `Message ${total - 1 - i}`))
  })

  test('goes on exactly behind the last of a page, also where many were written in one moment', async () => {
    const same_time = '2026-01-01T10:00:00.123456Z'
    await insert(
      Array.from({ length: MESSAGE_PAGE + 5 }, () => ({ sender: ada, recipient: bo, created_at: same_time })),
    )
    const first = await read(bo, ada)
    const second = await read(bo, ada, first.next ?? '')
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(MESSAGE_PAGE + 5)
    expect(second).toMatchObject({ next: null, items: { length: 5 } })
  })

  test.each(['', 'x', 'WzEsMCwwLDAsLTEsLTFd'])('refuses the cursor %j', async (cursor) => {
    await send(ada, bo, 'Hello')
    await expect(read(ada, bo, cursor)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(list(ada, cursor)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('at once', () => {
  test('two write to each other, read each other, and every number is right', async () => {
    await send(ada, bo, 'Hello')
    const acts = Array.from({ length: 60 }, (_, i) => {
      const [from, to] = i % 2 ? [ada, bo] : [bo, ada]
      return i % 10 > 7 && i > 10 ? markRead(from, to) : send(from, to, `Message ${i}`)
    })
    const failures = (await Promise.allSettled(acts)).filter(({ status }) => status === 'rejected')
    expect(failures).toEqual([])
    const { items } = await read(ada, bo)
    expect(items.length).toBe(50)
    expect((await about(ada, bo)).last_message?.id).toBe(items[0]?.id)
    await markRead(ada, bo)
    await markRead(bo, ada)
    expect([(await list(ada)).unread, (await list(bo)).unread]).toEqual([0, 0])
  })
})

describe('whoever leaves', () => {
  test('takes their conversations along, and no other', async () => {
    await send(ada, bo, 'To Bo')
    await send(bo, ada, 'To Ada')
    await send(third, bo, 'From Mara')
    await world.db.deleteFrom('users').where('id', '=', ada.id).execute()
    expect((await list(bo)).items.map((item) => item.with.id)).toEqual([third.id])
    expect((await list(bo)).unread).toBe(1)
    expect(
      await world.db.selectFrom('messages').select('id').where('recipient_id', '=', ada.id).execute(),
    ).toEqual([])
  })

  test('is found by nobody any more', async () => {
    await world.db.deleteFrom('users').where('id', '=', bo.id).execute()
    for (const act of everything(ada, bo)) await expect(act()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('a message taken out by an operator leaves the conversation as it was before', async () => {
  const before = await send(ada, bo, 'Before')
  const { id } = await send(ada, bo, 'Taken out')
  await world.db.deleteFrom('messages').where('id', '=', id).execute()
  expect(await about(bo, ada)).toMatchObject({ unread_count: 1, last_message: { id: before.id } })
  await world.db.deleteFrom('messages').where('id', '=', before.id).execute()
  expect(await list(bo)).toEqual({ items: [], next: null, unread: 0 })
})

function as(person: Viewer | null) {
  return { context: world.asContext(person) }
}

function send(from: Viewer | null, { username }: Viewer, content: string, id?: string) {
  return call(router.conversations.send, { username, content, id }, as(from))
}

function read(person: Viewer | null, { username }: Viewer, cursor?: string) {
  return call(router.conversations.messages, { username, cursor }, as(person))
}

function about(person: Viewer | null, { username }: Viewer) {
  return call(router.conversations.read, { username }, as(person))
}

function markRead(person: Viewer | null, { username }: Viewer) {
  return call(router.conversations.markRead, { username }, as(person))
}

function list(person: Viewer | null, cursor?: string) {
  return call(router.conversations.list, { cursor }, as(person))
}

function everything(person: Viewer | null, other: Viewer): (() => Promise<unknown>)[] {
  return [
    () => send(person, other, 'Hello'),
    () => read(person, other),
    () => about(person, other),
    () => markRead(person, other),
  ]
}

async function contents(person: Viewer, other: Viewer) {
  return (await read(person, other)).items.map(({ content }) => content)
}

/** Inserts messages into the database, by default a second apart. "Message 0" is the oldest. */
async function insert(messages: { sender: Viewer; recipient: Viewer; created_at?: string }[]) {
  const start = Date.now() - 86_400_000
  const rows = messages.map(({ sender, recipient, created_at }, i) => ({
    content: `Message ${i}`,
    sender_id: sender.id,
    recipient_id: recipient.id,
    created_at: created_at ?? new Date(start + i * 1000).toISOString(),
  }))
  await world.db.insertInto('messages').values(rows).execute()
}

function pick({ id, username, full_name, avatar_url }: Viewer) {
  return { id, username, full_name, avatar_url }
}
