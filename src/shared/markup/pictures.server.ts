import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { PICTURES_PER_TEXT, SHOWN_HEIGHT, SHOWN_WIDTH } from '../pictures/policy.ts'
import { findPictures, hasPictures, pictureAddress } from '../pictures/syntax.ts'
import { escapeHtml, escapeText } from './html.ts'

/** A picture that was found in a text. It is shown if it was uploaded to this forum. */
export interface PictureReference {
  kind: 'picture'
  key: string
  description: string
  otherwise: string
}

export interface PictureSize {
  width: number
  height: number
}

/**
 * Splits a text into pictures and the text between them. `scope.pictures` counts the pictures of the whole text;
 * undefined: the text shows none.
 */
export function splitPictures(
  text: string,
  scope: { pictures?: number | undefined },
): (string | PictureReference)[] {
  if (scope.pictures === undefined || !hasPictures(text)) return [text]
  const parts: (string | PictureReference)[] = []
  let end = 0
  for (const { index, raw, description, id } of findPictures(text).slice(
    0,
    PICTURES_PER_TEXT - scope.pictures,
  )) {
    const otherwise = escapeText(raw)
    parts.push(text.slice(end, index), { kind: 'picture', key: id, description, otherwise })
    end = index + raw.length
    scope.pictures++
  }
  return [...parts, text.slice(end)]
}

/** Returns the sizes of uploaded pictures by id. */
export async function findPictureSizes(
  db: Kysely<DB>,
  pictures: readonly PictureReference[],
): Promise<ReadonlyMap<string, PictureSize>> {
  if (pictures.length === 0) return new Map()
  const { rows } = await sql<PictureSize & { id: string }>`
    select id, width, height from pictures where id = any(${pictures.map(({ key }) => key)}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, ...size }) => [id, size]))
}

/** Renders a picture. Its size reserves the space before it has loaded. Undefined size: not a known picture. */
export function renderPicture(
  { key, description, otherwise }: PictureReference,
  size: PictureSize | undefined,
  base: string,
): string {
  if (!size) return otherwise
  const scale = Math.min(1, SHOWN_WIDTH / size.width, SHOWN_HEIGHT / size.height)
  const [width, height] = [size.width, size.height].map((pixels) => Math.max(1, Math.round(pixels * scale)))
  return `<img src="${base}${pictureAddress(key)}" alt="${escapeHtml(description)}" width="${width}" height="${height}" loading="lazy" />`
}
