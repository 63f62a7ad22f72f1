import { describe, expect, it, test, vi } from 'vitest'
import { refuseSuspicious } from '../../platform/http/suspicious-address.ts'
import { CLICK_LIMIT, clickCounter, leaveFrame } from './guard.ts'
import { removeCode } from './typed-code.ts'

describe('code in a line is taken out', () => {
  it.each([
    ['<script>x</script>', 'x'],
    ['a <SCRIPT src=//evil>', 'a '],
    ['javascript:alert(1)', ''],
    ['JavaScript : void(0)', ''],
    ['vbscript:msgbox(1)', ''],
    ['see data:text/html,<b>x', 'see x'.slice(0, 4)],
    ['<img src=x onerror=steal()>', ''],
    ['width: expression(1)', 'width: '],
    ['eval("x") now', ' now'],
    ['alert(1)', ''],
    ['document.cookie', ''],
    ['window.location = here', ' here'],
  ])('%s', (typed, left) => expect(removeCode(typed)).toBe(left))
})

test('more than ten clicks at once are too many, and that is said once', () => {
  const click = clickCounter(() => 0)
  const said = Array.from({ length: CLICK_LIMIT + 5 }, click)
  expect(said.indexOf(true)).toBe(CLICK_LIMIT)
  expect(said.filter(Boolean)).toHaveLength(1)
})

test('a click is forgotten each second', () => {
  let time = 0
  const click = clickCounter(() => time)
  for (let i = 0; i < 60; i++) {
    time += 1000
    expect(click()).toBe(false)
  }
  for (let i = 0; i < CLICK_LIMIT - 1; i++) expect(click()).toBe(false)
  expect(click()).toBe(true)
  time += 5000
  expect(click()).toBe(false)
})

test('a page in a frame leads the window to itself', () => {
  const top = { location: { href: 'https://evil.example/' } }
  const page = { self: {}, top, location: { href: 'https://forum.example/post/1' } }
  expect(leaveFrame(page as never)).toBe(true)
  expect(top.location.href).toBe('https://forum.example/post/1')
  const alone = { location: { href: 'https://forum.example/' } } as never as { self: unknown; top: unknown }
  alone.self = alone.top = alone
  expect(leaveFrame(alone as never)).toBe(false)
})

test('a frame that may not lead its window elsewhere is told of all the same', () => {
  const top = { location: {} }
  const refuse = vi.fn(() => {
    throw new DOMException('SecurityError')
  })
  Object.defineProperty(top.location, 'href', { set: refuse })
  expect(leaveFrame({ self: {}, top, location: { href: 'https://forum.example/' } } as never)).toBe(true)
  expect(refuse).toHaveBeenCalled()
})

test('an address that is code is not fetched, one that holds its words is', () => {
  for (const address of ['javascript:alert(1)', '/x?next=data:text/html,x', 'VBScript:x'])
    expect(() => refuseSuspicious(address)).toThrow('Blocked suspicious request')
  expect(() =>
    refuseSuspicious(`/posts?${new URLSearchParams({ search: 'javascript: the data: parts' })}`),
  ).not.toThrow()
})
