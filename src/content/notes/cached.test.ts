import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, makeAccounts, PASSWORD } from '../../../tests/accounts.ts'
import { createMember } from '../../accounts/members.server.ts'
import { createApp } from '../../app/app.server.ts'

let world: Accounts
let app: ReturnType<typeof createApp>
let count = 0

beforeAll(async () => {
  world = await makeAccounts()
  await world.services.bus.start()
  app = createApp(world.services)
})
afterAll(() => world.close())

let ada: Person
let bo: Person
beforeEach(async () => {
  ada = await newMember()
  bo = await newMember()
})

type Person = { username: string; cookie: string }

async function newMember(): Promise<Person> {
  const username = `cached${++count}`
  const email = `${username}@example.org`
  await createMember(world.db, { username, email, password: PASSWORD })
  return { username, cookie: (await world.signIn(email)).cookie }
}

async function ask(path: string, { cookie }: { cookie?: string } = {}, method = 'GET', body?: object) {
  const headers = {
    'content-type': 'application/json',
    'x-csrf-token': '0123456789abcdef0123456789abcdef',
    ...(cookie && { cookie }),
  }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const response = await app.fetch(new Request(`http://localhost:3000${path}`, init))
  return { status: response.status, text: await response.text() }
}

async function share(person: Person, content: string, parent_id?: string): Promise<string> {
  const { text } = await ask('/api/notes', person, 'POST', { content, parent_id })
  return JSON.parse(text).id
}

/** Sends each public request for a note, its reply and its author twice, so that responses are cached. */
async function readAll(id: string, reply: string) {
  const read = async (path: string) => {
    await ask(path)
    return ask(path)
  }
  return {
    note: await read(`/api/notes/${id}`),
    reply: await read(`/api/notes/${reply}`),
    replies: await read(`/api/notes/${id}/replies`),
    below: await read(`/api/notes/${reply}/replies`),
    recent: await read('/api/notes'),
    trending: await read('/api/notes?sort=trending'),
    profile: await read(`/api/profiles/${ada.username}/notes`),
    activity: await read('/api/activity'),
  }
}

describe('after a note is deleted, kept answers hold nothing of it', () => {
  test('nor of its author’s replies, which went along', async () => {
    const id = await share(ada, 'Secret thought')
    const reply = await share(ada, 'Secret afterthought', id)
    const { below: none, ...before } = await readAll(id, reply)
    expect(none.status).toBe(200)
    for (const { status, text } of Object.values(before))
      expect([status, text.includes('Secret')]).toEqual([200, true])
    expect((await ask(`/api/notes/${id}`, ada, 'DELETE')).status).toBe(200)
    const { note, reply: gone, replies, below, ...lists } = await readAll(id, reply)
    expect([note.status, gone.status, replies.status, below.status]).toEqual([404, 404, 404, 404])
    for (const { status, text } of Object.values(lists)) {
      expect(status).toBe(200)
      expect(text).not.toContain('Secret')
    }
  })

  test('but replies of others, below a stub that goes with the last of them', async () => {
    const id = await share(ada, 'Secret thought')
    const reply = await share(bo, 'An answer', id)
    await readAll(id, reply)
    await ask(`/api/notes/${id}`, ada, 'DELETE')
    const stub = await readAll(id, reply)
    for (const { status, text } of Object.values(stub)) {
      expect(status).toBe(200)
      expect(text).not.toContain('Secret')
    }
    expect(JSON.parse(stub.note.text)).toMatchObject({ is_deleted: true, replies_count: 1 })
    expect(JSON.parse(stub.reply.text)).toMatchObject({ content: 'An answer' })
    expect(JSON.parse(stub.replies.text).items).toMatchObject([{ id: reply }])
    expect(JSON.parse(stub.recent.text).items[0]).toMatchObject({ id, is_deleted: true })
    await ask(`/api/notes/${reply}`, bo, 'DELETE')
    const { note, reply: gone, replies, recent, trending } = await readAll(id, reply)
    expect([note.status, gone.status, replies.status]).toEqual([404, 404, 404])
    for (const { text } of [recent, trending]) expect(text).not.toContain(id)
  })
})
