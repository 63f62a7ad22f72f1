import { call } from '@orpc/server'
import sharp from 'sharp'
import { router } from '../src/app/router.server.ts'
import { pictureRoutes } from '../src/content/pictures/routes.server.ts'
import { GuestQueues } from '../src/core/guest-queues.server.ts'
import type { Viewer } from '../src/core/viewer.ts'
import { writePicture } from '../src/shared/pictures/syntax.ts'
import type { World } from './world.ts'

/** Returns a solid PNG. */
export async function pngFile(width = 40, height = 30, name = 'a.png', type = 'image/png'): Promise<File> {
  const create = { width, height, channels: 3 as const, background: '#d9a441' }
  return new File([new Uint8Array(await sharp({ create }).png().toBuffer())], name, { type })
}

/** Uploads a picture and returns its id, its URL and its syntax in a text. */
export async function uploadPicture(world: World, viewer: Viewer | null, description = 'A cat') {
  const picture = await call(router.pictures.create, await pngFile(), { context: world.asContext(viewer) })
  return { ...picture, syntax: writePicture(picture.id, description) }
}

/** Requests a file as a viewer. */
export function getPicture(
  { services }: World,
  url: string,
  viewer: Viewer | null,
  headers: HeadersInit = {},
  queues = new GuestQueues(services),
) {
  return pictureRoutes(services, { authenticate: async () => ({ viewer }) }, queues).request(url, { headers })
}
