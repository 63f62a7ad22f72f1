import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setToastPresenter, type ToastMessage } from '../../ui/feedback/toast.ts'
import { deletedIds } from './deleted-ids.ts'
import { deleteWithUndo, sendDeletions, type UndoableDeletion } from './deletions.ts'
import { replaceItems } from './query-data-transform.ts'

vi.mock('./page-leave.ts', () => ({ onPageLeave: () => {} }))

let queryClient: QueryClient
let toasts: ToastMessage[]
let stopToasts: () => void
let shown: () => unknown
let stopShowing: () => void

const LIST = ['list']
const held = () => queryClient.getQueryData(LIST)
const last = () => toasts.at(-1) as ToastMessage

beforeEach(() => {
  toasts = []
  stopToasts = setToastPresenter((message) => toasts.push(message))
  queryClient = new QueryClient()
  queryClient.setQueryData(LIST, { items: [{ id: 'a' }, { id: 'b' }], count: 2 })
  const observer = new QueryObserver(queryClient, { queryKey: LIST, enabled: false })
  stopShowing = observer.subscribe(() => {})
  shown = () => observer.getCurrentResult().data
})
afterEach(() => {
  stopToasts()
  stopShowing()
  deletedIds.clear()
})

function remove(id: string, rest: Partial<UndoableDeletion> = {}) {
  const deletion: UndoableDeletion = {
    id,
    queryClient,
    instead: (data) => replaceItems(data, (item) => (item.id === id ? undefined : item)),
    send: async () => undefined,
    title: 'Gone',
    failure: () => ({ title: 'Not gone' }),
    ...rest,
  }
  deleteWithUndo(deletion)
}

test('it is off the screen at once, and sent when its toast goes', async () => {
  const send = vi.fn(async () => undefined)
  remove('a', { send })
  expect(shown()).toEqual({ items: [{ id: 'b' }], count: 2 })
  expect(held()).toEqual({ items: [{ id: 'a' }, { id: 'b' }], count: 2 })
  expect(last()).toMatchObject({ title: 'Gone', lasts: 10_000, action: { label: 'Undo' } })
  expect(send).not.toHaveBeenCalled()
  last().onClose?.()
  await vi.waitFor(() => expect(held()).toEqual({ items: [{ id: 'b' }], count: 2 }))
  expect(send).toHaveBeenCalledOnce()
  expect(last().until?.aborted).toBe(true)
  expect(shown()).toEqual({ items: [{ id: 'b' }], count: 2 })
})

test('what arrives meanwhile does not bring it back, and is there after it was undone', () => {
  const send = vi.fn(async () => undefined)
  remove('a', { send })
  remove('b')
  queryClient.setQueryData(LIST, { items: [{ id: 'c' }, { id: 'a' }, { id: 'b' }], count: 3 })
  expect(shown()).toEqual({ items: [{ id: 'c' }], count: 3 })
  const later = new QueryObserver(queryClient, { queryKey: LIST, enabled: false })
  expect(later.getCurrentResult().data).toEqual({ items: [{ id: 'c' }], count: 3 })
  for (const { action } of [...toasts]) action?.onPress()
  expect(shown()).toEqual({ items: [{ id: 'c' }, { id: 'a' }, { id: 'b' }], count: 3 })
  expect(shown()).toBe(held())
  expect(send).not.toHaveBeenCalled()
})

test('refused, it comes back, and is tried again when that is asked for', async () => {
  const send = vi.fn(async () => undefined).mockRejectedValueOnce(new Error('away'))
  const onSent = vi.fn()
  remove('a', { send, onSent })
  await sendDeletions()
  expect(shown()).toBe(held())
  expect(deletedIds.has('a')).toBe(false)
  expect(last()).toMatchObject({ kind: 'error', title: 'Not gone', action: { label: 'Try again' } })
  expect(onSent).not.toHaveBeenCalled()
  last().action?.onPress()
  expect(shown()).toMatchObject({ items: [{ id: 'b' }] })
  await vi.waitFor(() => expect(last()).toMatchObject({ kind: 'success', title: 'Gone' }))
  expect(onSent).toHaveBeenCalledOnce()
  expect(held()).toMatchObject({ items: [{ id: 'b' }] })
})

test('what somebody else has deleted before is gone all the same', async () => {
  remove('d', { send: () => Promise.reject(Object.assign(new Error(), { code: 'NOT_FOUND', status: 404 })) })
  await sendDeletions()
  expect(toasts).toHaveLength(1)
})

test('the server says what stays of it', async () => {
  const stub = { id: 'e', words: null }
  queryClient.setQueryData(LIST, { items: [{ id: 'e', words: 'Said.' }] })
  remove('e', {
    send: async () => (data) => replaceItems(data, (item) => (item.id === 'e' ? stub : item)),
  })
  expect(shown()).toEqual({ items: [] })
  await sendDeletions()
  expect(shown()).toEqual({ items: [stub] })
})

test('pages are gone through, and what is single becomes nothing', () => {
  const key = ['pages']
  queryClient.setQueryData(key, {
    pages: [{ items: [{ id: 'f' }] }, { items: [{ id: 'g' }] }],
    pageParams: [0, 1],
  })
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: key,
    enabled: false,
    initialPageParam: 0,
    getNextPageParam: () => undefined,
  })
  const stop = observer.subscribe(() => {})
  remove('f')
  expect(observer.getCurrentResult().data?.pages).toEqual([{ items: [] }, { items: [{ id: 'g' }] }])
  stop()
  const without = (data: unknown) =>
    replaceItems(data, ({ id, ...item }) => (id === 'f' ? undefined : { id, ...item }))
  expect(without({ id: 'f' })).toBe(null)
  expect(without({ next: { id: 'f' }, previous: null })).toMatchObject({ next: null, previous: null })
  expect(without(undefined)).toBe(undefined)
})
