import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeStorage } from '../../../tests/fake-storage.ts'
import { formsWithDraft } from '../../shared/drafts/draft-keys.ts'
import { unsentDrafts } from '../../shared/drafts/unsent.ts'
import type { Message } from './contract.ts'
import { getOutbox, Outbox, type OutboxOptions } from './outbox.ts'

let sent: string[]
let refused: unknown[]
let answers: ((made: Pick<Message, 'created_at'> | Error) => void)[]
const post: OutboxOptions = {
  send: ({ content }) =>
    new Promise((resolve, reject) => {
      sent.push(content)
      answers.push((made) => (made instanceof Error ? reject(made) : resolve(made)))
    }),
  onFailure: (error) => refused.push(error),
  address: '/messages?with=bo',
}
const states = (outbox: Outbox) => outbox.read().map(({ content, state }) => `${content}: ${state}`)
const offline = new Error('offline')
const made = { created_at: '2026-11-21T10:00:00.000000Z' }
const answer = async (with_: Pick<Message, 'created_at'> | Error) => {
  answers.shift()?.(with_)
  await new Promise((done) => setTimeout(done))
}

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage())
  sent = []
  refused = []
  answers = []
})
afterEach(() => vi.unstubAllGlobals())

it('sends one after the other, in the order they were written', async () => {
  const outbox = new Outbox('ada', 'bo', post)
  outbox.add('One')
  outbox.add('Two')
  expect(sent).toEqual(['One'])
  await answer(made)
  expect(sent).toEqual(['One', 'Two'])
  expect(states(outbox)).toEqual(['One: sent', 'Two: sending'])
})

it('keeps the order after a failure: what is behind waits, and all are sent with the next', async () => {
  const outbox = new Outbox('ada', 'bo', post)
  outbox.add('One')
  outbox.add('Two')
  await answer(offline)
  expect(states(outbox)).toEqual(['One: failed', 'Two: failed'])
  expect(refused).toEqual([offline])
  outbox.add('Three')
  for (let i = 0; i < 3; i++) await answer(made)
  expect(sent).toEqual(['One', 'One', 'Two', 'Three'])
  expect(states(outbox)).toEqual(['One: sent', 'Two: sent', 'Three: sent'])
})

it('has what an earlier visit could not send, with the same ids, and sends it when told to', async () => {
  const before = new Outbox('ada', 'bo', post)
  before.add('One')
  before.add('Two')
  const ids = before.read().map(({ id }) => id)
  const outbox = new Outbox('ada', 'bo', post)
  expect(states(outbox)).toEqual(['One: failed', 'Two: failed'])
  expect(outbox.read().map(({ id }) => id)).toEqual(ids)
  expect(sent).toEqual(['One'])
  expect(new Outbox('ada', 'cy', post).read()).toEqual([])
  expect(new Outbox('eve', 'bo', post).read()).toEqual([])
})

it('leaves nothing in storage once the server has it', async () => {
  const outbox = new Outbox('ada', 'bo', post)
  outbox.add('One')
  expect(formsWithDraft('ada')).toHaveLength(1)
  await answer(made)
  expect(formsWithDraft('ada')).toEqual([])
})

it('lets go of what the thread has, also of what was thought to have failed', async () => {
  const outbox = new Outbox('ada', 'bo', post)
  outbox.add('One')
  await answer(offline)
  const [{ id = '' } = {}] = outbox.read()
  outbox.reconcile([])
  expect(outbox.read()).toHaveLength(1)
  outbox.reconcile([{ id, created_at: made.created_at } as Message])
  expect(outbox.read()).toEqual([])
  expect(formsWithDraft('ada')).toEqual([])
})

it('lets go of what was sent when the thread is later than it', async () => {
  const outbox = new Outbox('ada', 'bo', post)
  outbox.add('One')
  await answer(made)
  outbox.reconcile([{ id: 'other', created_at: '2026-11-21T09:59:59.999999Z' } as Message])
  expect(states(outbox)).toEqual(['One: sent'])
  outbox.reconcile([{ id: 'other', created_at: '2026-11-21T10:00:01.000000Z' } as Message])
  expect(outbox.read()).toEqual([])
})

it('tells other pages of what nobody heard, but not of what was refused', async () => {
  const outbox = new Outbox('ada', 'bo', post)
  outbox.add('One')
  await answer(offline)
  expect(unsentDrafts('ada')).toEqual([])
  outbox.retry()
  await answer(new TypeError('Failed to fetch'))
  expect(unsentDrafts('ada')).toEqual([
    { form: expect.stringContaining('sending:bo:'), href: '/messages?with=bo' },
  ])
  outbox.retry()
  await answer(made)
  expect(unsentDrafts('ada')).toEqual([])
})

it('gives up what is taken back, for good', async () => {
  const outbox = new Outbox('ada', 'bo', post)
  outbox.add('One')
  await answer(offline)
  outbox.remove(outbox.read()[0]?.id ?? '')
  expect(new Outbox('ada', 'bo', post).read()).toEqual([])
})

it('is the same one for a member and another while the page is open', () => {
  expect(getOutbox('ada', 'bo', post)).toBe(getOutbox('ada', 'bo', post))
  expect(getOutbox('ada', 'bo', post)).not.toBe(getOutbox('bo', 'ada', post))
})
