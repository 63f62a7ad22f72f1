import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeStorage } from '../../../tests/fake-storage.ts'

const key = { memberId: 'mara', form: 'comment:1' }
const empty = { content: '' }

/** Ids of the open tabs, as reported by the simulated browser (tab.ts). */
let open: Set<string>

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', fakeStorage())
  open = new Set()
  const query = async () => ({ held: [...open].map((tab) => ({ name: `drafts of ${tab}` })) })
  vi.stubGlobal('navigator', { locks: { query } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Opens a tab with its own modules. An existing session storage simulates a reload or a restored tab. */
async function openTab(session = fakeStorage()) {
  vi.resetModules()
  const { DraftedForm } = await import('./drafted-form.ts')
  const { TAB_ID } = await import('./tab.ts')
  const { formsWithDraft } = await import('./draft-keys.ts')
  const { storedDrafts } = await import('./storage.ts')
  open.add(TAB_ID)
  vi.stubGlobal('sessionStorage', session)
  const form = new DraftedForm(key, empty)
  const act = <Result>(what: () => Result): Result => {
    vi.stubGlobal('sessionStorage', session)
    return what()
  }
  const type = (content: string) =>
    act(() => {
      form.change({ content })
      vi.advanceTimersByTime(300)
    })
  return {
    form,
    type,
    act,
    session,
    crash: () => open.delete(TAB_ID),
    drafts: () =>
      storedDrafts('mara')
        .map(({ values }) => (values as typeof empty).content)
        .sort(),
    forms: () => formsWithDraft('mara'),
  }
}

it('each tab writes a draft of its own', async () => {
  const [first, second] = [await openTab(), await openTab()]
  first.type('From the first')
  second.type('From the second')
  first.type('From the first, and more')
  expect(second.drafts()).toEqual(['From the first, and more', 'From the second'])
  expect(second.forms()).toEqual(['comment:1'])
  expect(first.act(first.form.commit)).not.toBe(second.act(second.form.commit))
  second.act(second.form.finish)
  expect(first.drafts()).toEqual(['From the first, and more'])
})

it('a draft that is being written in another tab is offered, and not put into the form', async () => {
  const first = await openTab()
  first.type('Half a thought')
  const second = await openTab()
  await second.form.restoreOrphan()
  expect(second.form.read()).toEqual(empty)
  expect(second.form.readOthers().map(({ values }) => values.content)).toEqual(['Half a thought'])
})

it('taking it leaves both texts, also where both tabs go on', async () => {
  const first = await openTab()
  first.type('First')
  const second = await openTab()
  second.type('Second')
  second.act(second.form.findOthers)
  const [other] = second.form.readOthers()
  second.act(() => other && second.form.take(other))
  expect(second.form.read().content).toBe('First')
  expect(second.form.readOthers().map(({ values }) => values.content)).toEqual(['Second'])
  first.act(first.form.findOthers)
  first.type('First, in its own tab')
  second.type('First, taken over')
  expect(first.drafts()).toEqual(['First, in its own tab', 'First, taken over', 'Second'])
  expect(first.act(first.form.commit)).not.toBe(second.act(second.form.commit))
})

it('a tab that is loaded again has its own draft, and one that is opened later the other', async () => {
  const [first, second] = [await openTab(), await openTab()]
  first.type('First')
  second.type('Second')
  first.act(first.form.close)
  second.act(second.form.close)
  expect((await openTab(first.session)).form.read().content).toBe('First')
  expect((await openTab()).form.read().content).toBe('Second')
})

it('a tab that is doubled does not go on with the draft of the first', async () => {
  const first = await openTab()
  first.type('First')
  const copy = fakeStorage()
  for (const name of Object.keys(first.session)) copy.setItem(name, first.session.getItem(name) ?? '')
  const second = await openTab(copy)
  await second.form.restoreOrphan()
  expect(second.form.read()).toEqual(empty)
})

it('what tabs leave behind that crash comes back: in each its own, and in others only if nothing was typed', async () => {
  const [first, second] = [await openTab(), await openTab()]
  first.type('First')
  second.type('Second')
  first.crash()
  second.crash()
  const restored = await openTab(first.session)
  await restored.act(restored.form.restoreOrphan)
  expect([restored.form.read().content, restored.form.restored]).toEqual(['First', true])
  const later = await openTab()
  later.type('Something new')
  await later.act(later.form.restoreOrphan)
  expect(later.form.read().content).toBe('Something new')
  expect(later.drafts()).toEqual(['First', 'Second', 'Something new'])
})

it('a page that is come back to goes on with its draft, or with another if that was taken meanwhile', async () => {
  const first = await openTab()
  first.type('First')
  first.act(first.form.close)
  first.act(first.form.reopen)
  expect((await openTab()).form.read()).toEqual(empty)
  first.act(first.form.close)
  const second = await openTab()
  expect(second.form.read().content).toBe('First')
  first.act(first.form.reopen)
  first.type('First, gone on')
  second.type('First, elsewhere')
  expect(first.drafts()).toEqual(['First, elsewhere', 'First, gone on'])
})

it('without locks nothing is taken for left behind, and all is offered', async () => {
  const first = await openTab()
  first.type('First')
  vi.stubGlobal('navigator', {})
  const second = await openTab()
  await second.form.restoreOrphan()
  expect(second.form.read()).toEqual(empty)
  expect(second.form.readOthers()).toHaveLength(1)
})
