import { call } from '@orpc/server'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { createApp } from '../../app/app.server.ts'
import { router } from '../../app/router.server.ts'
import { ICON_PIXELS, iconSource, logoSize } from '../../platform/site-icons.ts'
import { SITE_PICTURE_LIMIT } from './site-picture-policy.ts'
import { sweepSitePictures } from './site-pictures.server.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

type Person = 'admin' | 'editor' | 'moderator' | 'other' | 'visitor'
const as = (person: Person) => ({ context: world.asContext(world.people[person]) })
const get = (path: string) => createApp(world.services).fetch(new Request(`http://localhost:3000${path}`))

async function picture(width: number, height: number, name = 'logo.png'): Promise<File> {
  const image = sharp({ create: { width, height, channels: 4, background: '#c43' } })
  return new File([new Uint8Array(await image.png().toBuffer())], name, { type: 'image/png' })
}

test('a logo is on the pages, with its size, and removed again', async () => {
  const { logo } = await call(router.site.setLogo, await picture(800, 200), as('admin'))
  expect(logoSize(String(logo))).toEqual({ width: 512, height: 128 })
  const file = await get(String(logo))
  expect(file.headers.get('content-type')).toBe('image/webp')
  expect(await sharp(await file.arrayBuffer()).metadata()).toMatchObject({ width: 512, height: 128 })
  expect(await call(router.site.read, undefined, as('visitor'))).toMatchObject({ logo })
  expect(await (await get('/api/site')).text()).toContain(String(logo))

  expect(await call(router.site.removeLogo, undefined, as('admin'))).toMatchObject({ logo: null })
  expect(await (await get('/api/site')).text()).not.toContain('logo')
})

test('an icon is a square in each size, in the manifest and in feeds', async () => {
  const { icon, updated_at } = await call(router.site.setIcon, await picture(100, 50), as('admin'))
  for (const pixels of ICON_PIXELS) {
    const file = await get(iconSource(String(icon), pixels))
    const { data, info } = await sharp(await file.arrayBuffer())
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: pixels, height: pixels, channels: 4 })
    expect(data[3]).toBe(0)
  }
  const { icons } = (await (await get('/manifest.webmanifest')).json()) as { icons: { src: string }[] }
  expect(icons.map(({ src }) => src)).toEqual([iconSource(String(icon), 192), icon])
  expect(await (await get('/feeds/latest.json')).text()).toContain(String(icon))
  expect(await (await get('/opensearch.xml')).text()).toContain(String(icon))

  const without = await call(router.site.removeIcon, undefined, as('admin'))
  // An open form of the settings can still be saved.
  expect(without).toMatchObject({ icon: null, updated_at })
  expect(await (await get('/manifest.webmanifest')).text()).toContain('/icon-512.png')
})

test('each change is in the log of changes', async () => {
  await call(router.site.setLogo, await picture(20, 20), as('admin'))
  await call(router.site.removeLogo, undefined, as('admin'))
  await call(router.site.removeLogo, undefined, as('admin'))
  const { items } = await call(router.changes.list, {}, as('admin'))
  expect(items.slice(0, 3).map(({ kind, act, fields }) => [kind, act, fields])).toEqual([
    ['site', 'updated', ['logo']],
    ['site', 'updated', ['logo']],
    ['site', 'updated', ['icon']],
  ])
})

test('the files of former pictures are deleted, once they are a day old', async () => {
  const { logo: former } = await call(router.site.setLogo, await picture(20, 20), as('admin'))
  const { logo } = await call(router.site.setLogo, await picture(20, 20), as('admin'))
  const { icon } = await call(router.site.setIcon, await picture(20, 20), as('admin'))
  const { files, db } = world.services
  await sweepSitePictures({ db, files })
  expect((await get(String(former))).status).toBe(200)
  const yesterday = { list: (folder: string) => aged(files.list(folder)), remove: files.remove.bind(files) }
  await sweepSitePictures({ db, files: yesterday as typeof files })
  expect((await get(String(former))).status).toBe(404)
  expect((await get(String(logo))).status).toBe(200)
  for (const pixels of ICON_PIXELS) expect((await get(iconSource(String(icon), pixels))).status).toBe(200)
})

async function* aged(files: AsyncIterable<{ key: string }>) {
  for await (const { key } of files)
    yield { key, modified: async () => new Date(Date.now() - 48 * 3_600_000) }
}

test.each([
  ['visitor', 'UNAUTHORIZED'],
  ['other', 'FORBIDDEN'],
  ['editor', 'FORBIDDEN'],
  ['moderator', 'FORBIDDEN'],
] as const)('a %s cannot change them', async (person, code) => {
  const file = await picture(20, 20)
  await expect(call(router.site.setLogo, file, as(person))).rejects.toMatchObject({ code })
  await expect(call(router.site.setIcon, file, as(person))).rejects.toMatchObject({ code })
  await expect(call(router.site.removeLogo, undefined, as(person))).rejects.toMatchObject({ code })
  await expect(call(router.site.removeIcon, undefined, as(person))).rejects.toMatchObject({ code })
})

test.each([
  ['a page', new File(['<!doctype html>'], 'logo.png', { type: 'image/png' }), 'UNSUPPORTED_MEDIA_TYPE'],
  [
    'a drawing',
    new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'logo.svg'),
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  ['a broken picture', new File(['GIF89a'], 'logo.gif', { type: 'image/gif' }), 'UNPROCESSABLE_CONTENT'],
  ['five megabytes', new File([new Uint8Array(SITE_PICTURE_LIMIT)], 'logo.png'), 'PAYLOAD_TOO_LARGE'],
])('%s is refused, and the former one stays', async (_, file, code) => {
  const { logo } = await call(router.site.setLogo, await picture(20, 20), as('admin'))
  await expect(call(router.site.setLogo, file, as('admin'))).rejects.toMatchObject({ code })
  await expect(call(router.site.setIcon, file, as('admin'))).rejects.toMatchObject({ code })
  expect(await call(router.site.settings, undefined, as('admin'))).toMatchObject({ logo })
})

test('the database takes only paths of stored pictures', async () => {
  const set = (values: { logo?: string; icon?: string }) =>
    world.db.updateTable('site_settings').set(values).execute()
  await expect(set({ logo: 'https://other.example/logo.webp' })).rejects.toThrow('site_settings_logo_check')
  await expect(set({ icon: '/files/avatars/x-512.png' })).rejects.toThrow('site_settings_icon_check')
})
