import type { Kysely } from 'kysely'
import type { DB } from '../../db/types.ts'
import { storePicture } from '../../people/profiles/avatar.server.ts'
import { makeSquares } from '../../people/profiles/picture.server.ts'
import type { Files } from '../../platform/files/files.server.ts'
import type { Random } from '../../platform/random.ts'
import { randomOf } from './random.ts'

/** Fraction of demo members with an avatar. */
const SHARE = 0.4
const SIDE = 192

type Color = [red: number, green: number, blue: number]

/** Gives some demo members an avatar: a sun over water, in colors derived from the username. */
export async function paintAvatars(
  db: Kysely<DB>,
  files: Files,
  members: { id: string; username: string }[],
) {
  const { default: sharp } = await import('sharp')
  const raw = { width: SIDE, height: SIDE, channels: 3 as const }
  for (const { id, username } of members) {
    const random = randomOf(`face ${username}`)
    if (random() > SHARE) continue
    const file = await sharp(paint(random), { raw }).png().toBuffer()
    const avatar_url = await storePicture(files, id, await makeSquares(file))
    await db.updateTable('profiles').set({ avatar_url }).where('id', '=', id).execute()
  }
}

function paint(random: Random): Uint8Array {
  const hue = random() * 360
  const [sky, glow, water] = [shade(hue, 0.16), shade(hue + 40 + random() * 60, 0.62), shade(hue + 180, 0.1)]
  const sun = shade(hue + 60 + random() * 40, 0.86)
  const horizon = SIDE * (0.52 + random() * 0.2)
  const [x, y, radius] = [
    SIDE * (0.3 + random() * 0.4),
    horizon - SIDE * random() * 0.22,
    SIDE * (0.13 + random() * 0.13),
  ]
  const colorAt = (column: number, row: number): Color => {
    if (row > horizon) {
      const isWave = Math.abs(column - x) < radius * (1.25 - (row - horizon) / SIDE) && (row / 7) % 2 < 1
      return isWave ? mix(water, sun, 0.75) : mix(glow, water, Math.min(1, ((row - horizon) / SIDE) * 3))
    }
    return Math.hypot(column - x, row - y) < radius ? sun : mix(sky, glow, (row / horizon) ** 2)
  }
  const pixels = Array.from({ length: SIDE * SIDE }, (_, at) => colorAt(at % SIDE, Math.floor(at / SIDE)))
  return Uint8Array.from(pixels.flat())
}

function mix(one: Color, other: Color, share: number): Color {
  return one.map((value, at) => value + ((other[at] ?? 0) - value) * share) as Color
}

/** Returns a saturated color. `hue` is in degrees, `lightness` from 0 to 1. */
function shade(hue: number, lightness: number): Color {
  const strength = 0.55 * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map((step) => {
    const place = (step + hue / 30) % 12
    return 255 * (lightness - strength * Math.max(-1, Math.min(place - 3, 9 - place, 1)))
  }) as Color
}
