import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { call } from '@orpc/server'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { apiHandler, router } from '../../app/router.server.ts'
import { RESPONSE_CACHE_CHANNEL } from '../../core/context.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { fileRoutes } from '../../platform/files/files.server.ts'
import { AVATAR_PIXELS, avatarSource } from '../../ui/avatar-source.ts'
import { AVATAR_LIMIT } from './my-profile-policy.ts'

let world: World
let ada: Viewer
let picture: File

beforeAll(async () => {
  world = await makeWorld()
  picture = await solid(200, 'anything.txt', 'application/octet-stream')
})
afterAll(() => world.close())
beforeEach(async () => {
  ada = await world.buildMember()
})

describe('a picture', () => {
  test('is shown in every size from an address of our own, for good', async () => {
    const { avatar_url } = await set(ada, picture)
    expect(avatar_url).toMatch(new RegExp(`^/files/avatars/${ada.id}/[0-9a-f]{24}-96\\.webp$`))
    expect(await addressOf(ada)).toBe(avatar_url)
    for (const pixels of AVATAR_PIXELS) {
      const answer = await get(avatarSource(avatar_url, pixels))
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('image/webp')
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({
        width: pixels,
        height: pixels,
      })
    }
  })

  test('takes the place of the one before, whose files go', async () => {
    const { avatar_url: first } = await set(ada, picture)
    const { avatar_url: second } = await set(ada, await solid(20))
    expect(second).not.toBe(first)
    expect((await get(first)).status).toBe(404)
    expect((await get(second)).status).toBe(200)
    expect(await filesOf(ada)).toHaveLength(AVATAR_PIXELS.length)
  })

  test('chosen again is there, and has an address of its own', async () => {
    const { avatar_url: first } = await set(ada, picture)
    const { avatar_url: again } = await set(ada, picture)
    expect(again).not.toBe(first)
    expect((await get(again)).status).toBe(200)
  })

  test('is gone with its files once it is removed', async () => {
    const { avatar_url } = await set(ada, picture)
    expect(await remove(ada)).toEqual({ avatar_url: null })
    expect(await addressOf(ada)).toBeNull()
    expect((await get(avatar_url)).status).toBe(404)
    expect(await filesOf(ada)).toEqual([])
    expect(await remove(ada)).toEqual({ avatar_url: null })
  })

  test('replaced and removed many times at once, is whole in the end', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, i) => (i % 4 === 3 ? remove(ada) : set(ada, picture))))
    const { avatar_url } = await set(ada, picture)
    expect(await addressOf(ada)).toBe(avatar_url)
    for (const pixels of AVATAR_PIXELS) expect((await get(avatarSource(avatar_url, pixels))).status).toBe(200)
    expect(await filesOf(ada)).toHaveLength(AVATAR_PIXELS.length)
  })

  test('that cannot be recorded leaves the former one as it was', async () => {
    const { avatar_url } = await set(ada, picture)
    const db = new Proxy(world.db, {
      get() {
        throw new Error('killed')
      },
    })
    const failing = { ...world.asContext(ada), db }
    await expect(call(router.me.setAvatar, picture, { context: failing })).rejects.toThrow('killed')
    expect(await addressOf(ada)).toBe(avatar_url)
    expect((await get(avatar_url)).status).toBe(200)
  })

  test('is nobody’s without a session', async () => {
    await expect(set(null, picture)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(remove(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('of one member is not touched by another', async () => {
    const { avatar_url } = await set(ada, picture)
    await remove(world.people.other)
    await set(world.people.other, picture)
    expect(await addressOf(ada)).toBe(avatar_url)
    expect((await get(avatar_url)).status).toBe(200)
  })

  test('that is new or gone is news to all who show it', async () => {
    const dropped: unknown[] = []
    const stops = [
      world.services.bus.subscribe(RESPONSE_CACHE_CHANNEL, (tags) => dropped.push(tags)),
      world.services.bus.subscribe('viewers', () => dropped.push('viewers')),
    ]
    await set(ada, picture)
    await remove(ada)
    for (const stop of stops) stop()
    const tags = [`profile:${ada.id}`, 'names']
    expect(dropped).toEqual([tags, 'viewers', tags, 'viewers'])
  })
})

describe('refused, and nothing changed', () => {
  test.each([
    [
      'a page called a picture',
      new File(['<!doctype html>'], 'me.png', { type: 'image/png' }),
      415,
      /Use a JPEG, PNG, WebP, GIF or AVIF/,
    ],
    [
      'a drawing that can run script',
      new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'me.svg', { type: 'image/svg+xml' }),
      415,
      /Use a JPEG, PNG, WebP, GIF or AVIF/,
    ],
    ['a text', new File(['words'], 'me.txt', { type: 'text/plain' }), 415, 'Please select an image file'],
    ['a broken picture', new File(['GIF89a'], 'me.gif', { type: 'image/gif' }), 422, /damaged/],
    [
      'five megabytes',
      new File([new Uint8Array(AVATAR_LIMIT)], 'me.png', { type: 'image/png' }),
      413,
      'Image size must be less than 5MB',
    ],
  ])('%s', async (_, file, status, message) => {
    const { avatar_url } = await set(ada, picture)
    await expect(set(ada, file)).rejects.toMatchObject({
      status,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
    expect(await addressOf(ada)).toBe(avatar_url)
    expect(await filesOf(ada)).toHaveLength(AVATAR_PIXELS.length)
  })

  test('what is no file', async () => {
    await expect(call(router.me.setAvatar, 'x' as never, as(ada))).rejects.toMatchObject({
      status: 400,
      message: 'Please select an image file',
    })
  })
})

describe('over HTTP', () => {
  test.each([
    ['as it is', { 'content-type': 'image/png' }],
    ['with a name', { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="me.png"' }],
    ['with another type', { 'content-type': 'image/svg+xml' }],
  ])('the body is the file, %s', async (_, headers) => {
    const { status, body } = await put(await picture.bytes(), headers)
    expect({ status, body }).toMatchObject({ status: 200, body: { avatar_url: expect.any(String) } })
    expect((await get(body.avatar_url)).status).toBe(200)
  })

  test.each([
    ['JSON', '{"avatar_url":"https://evil.example/x.png"}', 'application/json', 400],
    ['a form', 'avatar=x', 'application/x-www-form-urlencoded', 400],
    ['a page', '<!doctype html>', 'text/html', 415],
  ])('%s is none', async (_, text, type, expected) => {
    const { status } = await put(new TextEncoder().encode(text), { 'content-type': type })
    expect(status).toBe(expected)
    expect(await addressOf(ada)).toBeNull()
  })
})

async function put(bytes: Uint8Array, headers: Record<string, string>) {
  const request = new Request('http://localhost/api/me/avatar', {
    method: 'PUT',
    headers,
    body: bytes as never,
  })
  const { response } = await apiHandler.handle(request, { prefix: '/api', ...as(ada) })
  return { status: response?.status, body: await response?.json() }
}

async function get(url: string) {
  return fileRoutes(world.services.files, world.services.log).request(url)
}

function set(person: Viewer | null, file: File) {
  return call(router.me.setAvatar, file, as(person))
}

function remove(person: Viewer | null) {
  return call(router.me.removeAvatar, undefined, as(person))
}

function as(person: Viewer | null) {
  return { context: world.asContext(person) }
}

async function addressOf({ username }: Viewer) {
  return (await call(router.profiles.read, { username }, as(null))).avatar_url
}

async function filesOf({ id }: Viewer): Promise<string[]> {
  return readdir(join(world.services.config.DATA_DIR, 'files', 'avatars', id))
}

async function solid(size: number, name = 'me.png', type = 'image/png'): Promise<File> {
  const create = { width: size, height: size, channels: 3 as const, background: '#d9a441' }
  return new File([new Uint8Array(await sharp({ create }).png().toBuffer())], name, { type })
}
