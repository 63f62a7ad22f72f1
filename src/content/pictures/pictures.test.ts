import { call } from '@orpc/server'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getPicture, pngFile, uploadPicture } from '../../../tests/pictures.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { apiHandler, router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { PICTURE_FILE_MAX, PICTURE_QUOTA, PICTURES_FULL, PICTURES_OFF } from '../../shared/pictures/policy.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const as = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })
const create = (file: File, viewer: Viewer | null = world.people.member) =>
  call(router.pictures.create, file, as(viewer))
const rows = () => world.db.selectFrom('pictures').selectAll().execute()

describe('an upload', () => {
  test('is stored as WebP with its size, for its member only', async () => {
    const picture = await create(await pngFile(300, 200))
    expect(picture).toMatchObject({ url: `/files/pictures/${picture.id}.webp`, width: 300, height: 200 })
    const response = await getPicture(world, picture.url, world.people.member)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width: 300 })
  })

  test.each([
    [4000, 1000, 1600, 400],
    [10, 4000, 4, 1600],
    [1, 1, 1, 1],
  ])('of %i × %i pixels becomes %i × %i', async (width, height, storedWidth, storedHeight) => {
    expect(await create(await pngFile(width, height))).toMatchObject({
      width: storedWidth,
      height: storedHeight,
    })
  })

  test('is stored upright and without metadata', async () => {
    const solid = sharp({ create: { width: 60, height: 30, channels: 3, background: 'teal' } })
    const exif = { IFD0: { Make: 'Secret Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }
    const bytes = await solid
      .withMetadata({ orientation: 6, icc: 'p3' })
      .withExifMerge(exif)
      .jpeg()
      .toBuffer()
    const picture = await create(new File([new Uint8Array(bytes)], 'a.jpg', { type: 'image/jpeg' }))
    expect(picture).toMatchObject({ width: 30, height: 60 })
    const stored = Buffer.from(
      await (await getPicture(world, picture.url, world.people.member)).arrayBuffer(),
    )
    const { exif: rest, icc, xmp, orientation } = await sharp(stored).metadata()
    expect({ rest, icc, xmp, orientation }).toEqual({})
    expect(stored.toString('latin1')).not.toContain('Secret')
  })

  test('is refused without a session', async () => {
    await expect(create(await pngFile(), null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

describe('a file is refused, and nothing is stored', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  test.each([
    ['SVG', svg, 'image/svg+xml', 415],
    ['SVG as PNG', svg, 'image/png', 415],
    ['HTML', '<!doctype html><script>alert(1)</script>', 'image/png', 415],
    ['PDF', '%PDF-1.7', 'application/pdf', 415],
    ['empty', '', 'image/png', 415],
    ['SVG that begins like a GIF', `GIF89a${svg}`, 'image/gif', 422],
  ])('%s', async (_, text, type, status) => {
    const before = (await rows()).length
    await expect(create(new File([text], 'a.png', { type }))).rejects.toMatchObject({ status })
    expect(await rows()).toHaveLength(before)
  })

  test('above 10 MB', async () => {
    const file = new File([new Uint8Array(PICTURE_FILE_MAX + 1)], 'a.png', { type: 'image/png' })
    await expect(create(file)).rejects.toMatchObject({ status: 413, message: /10 MB/ })
  })

  test.each(['application/json', 'application/x-www-form-urlencoded'])('with the type %s', async (type) => {
    const request = new Request('http://localhost/api/pictures', {
      method: 'POST',
      headers: { 'content-type': type },
      body: '{"id":"x"}',
    })
    const { response } = await apiHandler.handle(request, { prefix: '/api', ...as(world.people.member) })
    expect(response?.status).toBe(400)
  })

  test('when the file cannot be stored, and its row is deleted', async () => {
    const member = await world.buildMember()
    const files = { ...world.services.files, write: () => Promise.reject(new Error('storage is away')) }
    const context = { ...world.asContext(member), files: files as never }
    await expect(call(router.pictures.create, await pngFile(), { context })).rejects.toThrow(
      'storage is away',
    )
    expect((await rows()).filter(({ author_id }) => author_id === member.id)).toEqual([])
  })
})

describe('the quota', () => {
  test('counts the stored bytes of a member', async () => {
    const member = await world.buildMember()
    const bytes = 10 * 1024 * 1024
    const full = Array.from({ length: PICTURE_QUOTA / bytes }, () => ({
      author_id: member.id,
      width: 1,
      height: 1,
      bytes,
    }))
    await world.db.insertInto('pictures').values(full).execute()
    await expect(create(await pngFile(), member)).rejects.toMatchObject({
      status: 409,
      message: PICTURES_FULL,
    })
    await expect(create(await pngFile(), world.people.other)).resolves.toBeDefined()
  })

  test('holds for simultaneous uploads', async () => {
    const member = await world.buildMember()
    const bytes = 10 * 1024 * 1024
    const insert = () =>
      world.db.insertInto('pictures').values({ author_id: member.id, width: 1, height: 1, bytes }).execute()
    const outcomes = await Promise.allSettled(Array.from({ length: 25 }, insert))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  })
})

describe('while pictures are off', () => {
  const set = (pictures: 'on' | 'off') => call(router.site.update, { pictures }, as(world.people.admin))
  afterEach(() => set('on'))

  test('uploads are refused, and existing pictures stay', async () => {
    const { url, syntax } = await uploadPicture(world, world.people.author)
    await world.buildPost({ author: world.people.author, content: `<p>${syntax}</p>` })
    await set('off')
    expect((await call(router.site.read, undefined, as(null))).pictures).toBe('off')
    await expect(create(await pngFile())).rejects.toMatchObject({ status: 403, message: PICTURES_OFF })
    expect((await getPicture(world, url, null)).status).toBe(200)
  })

  test('the database refuses them too', async () => {
    await set('off')
    const row = { author_id: world.people.member.id, width: 1, height: 1, bytes: 1 }
    await expect(world.db.insertInto('pictures').values(row).execute()).rejects.toMatchObject({
      constraint: 'pictures_off',
    })
  })
})
