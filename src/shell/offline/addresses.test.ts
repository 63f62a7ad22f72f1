import { expect, it } from 'vitest'
import { findRequestKind, isCacheable } from './addresses.ts'

const HERE = 'https://forum.example'

function kind(path: string, { method = 'GET', mode = 'cors', range = false } = {}) {
  const url = new URL(path, HERE).href
  return findRequestKind({ method, url, mode, headers: { has: (name) => range && name === 'range' } }, HERE)
}
const opened = (path: string) => kind(path, { mode: 'navigate' })

it('answers for pages, for files that never change, and for what everybody is told alike', () => {
  expect(['/', '/post/1', '/feeds', '/profile/ada', '/forum?sort=top'].map(opened)).toEqual(
    Array(5).fill('page'),
  )
  expect(kind('/assets/index-a.js')).toBe('asset')
  expect(['/api/posts', '/api/posts/1/comments?cursor=a', '/api/notes'].map((path) => kind(path))).toEqual(
    Array(3).fill('answer'),
  )
})

it('leaves alone what is somebody’s own, the stream, and what is no page', () => {
  const own = ['me', 'me/marks?posts=1', 'conversations', 'notifications', 'bookmarks', 'users', 'activity']
  for (const path of [...own, 'auth/get-session', 'live', 'live?past=1', 'postscript'])
    expect(kind(`/api/${path}`), path).toBeUndefined()
  for (const path of [
    '/api/posts',
    '/files/a.webp',
    '/feeds/latest.atom',
    '/sitemap.xml',
    '/healthz',
    '/metrics',
  ])
    expect(opened(path), path).toBeUndefined()
  expect(kind('/favicon.svg')).toBeUndefined()
})

it('leaves alone what changes something, asks for a part, or goes elsewhere', () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])
    expect(kind('/api/posts', { method }), method).toBeUndefined()
  expect(kind('/assets/a.woff2', { range: true })).toBeUndefined()
  expect(opened('https://elsewhere.example/post/1')).toBeUndefined()
  expect(kind('https://elsewhere.example/assets/a.js')).toBeUndefined()
})

it('keeps nothing that tells what was searched for, nor an address with a token', () => {
  for (const path of [
    '/forum?search=immortality',
    '/api/posts?sort=newest&search=a',
    '/?verify=abc',
    '/?admin=abc',
    '/api/suggestions?text=a',
    '/auth',
    '/auth/reset?token=abc',
  ])
    expect(isCacheable(path), path).toBe(false)
  for (const path of ['/', '/forum?sort=top&cursor=a', '/post/1', '/messages?with=ada', '/authors'])
    expect(isCacheable(path), path).toBe(true)
})
