import { type Kysely, sql } from 'kysely'
import type { MarkdownIt, StateInline } from 'markdown-it'
import type { DB } from '../../db/types.ts'
import { PICTURES_PER_TEXT, SHOWN_HEIGHT, SHOWN_WIDTH } from '../pictures/policy.ts'
import { pictureAddress, pictureAt } from '../pictures/syntax.ts'
import { escapeHtml, escapeText } from './html.ts'
import { type PictureReference, scopeOf } from './scope.server.ts'

export interface PictureSize {
  width: number
  height: number
}

/** Plugin for pictures: `![description](/files/pictures/ID.webp)`. Others stay as typed. */
export function pictures(md: MarkdownIt): void {
  md.inline.ruler.before('link', 'picture', readPicture)
  md.renderer.rules.picture = (tokens, index, _options, env) => {
    const { content = '', meta } = tokens[index] ?? {}
    const { key, description } = meta as PictureMeta
    return scopeOf(env).add({ kind: 'picture', key, description, otherwise: escapeText(content) })
  }
}

type PictureMeta = Pick<PictureReference, 'key' | 'description'>

function readPicture(state: StateInline, silent: boolean): boolean {
  const scope = scopeOf(state.env)
  if (scope.pictures === undefined || scope.pictures >= PICTURES_PER_TEXT) return false
  const found = pictureAt(state.src, state.pos)
  if (!found) return false
  if (!silent) {
    scope.pictures++
    const token = state.push('picture', '', 0)
    token.content = found.raw
    token.meta = { key: found.id, description: found.description } satisfies PictureMeta
  }
  state.pos += found.raw.length
  return true
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
