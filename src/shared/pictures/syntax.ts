const UUID = '[\\da-f]{8}-(?:[\\da-f]{4}-){3}[\\da-f]{12}'
const ADDRESS = `/files/pictures/(${UUID})\\.webp`

/** Matches a picture: 1 is its description, 2 its id. Must be the same as without_pictures() in db/schema/text.sql. */
const PICTURE = `!\\[([^[\\]\\n]*)\\]\\(${ADDRESS}\\)`
/** Matches the beginning of a picture at the end of a text that was cut. */
const CUT_PICTURE = /!\[([^[\]\n]*)\]\((?:\/[\w/.-]*)?$/

export interface PictureMatch {
  index: number
  /** The whole syntax, as typed. */
  raw: string
  description: string
  id: string
}

/** Checks cheaply whether a text may contain pictures, because most texts have none. */
export function hasPictures(text: string): boolean {
  return text.includes('](/files/pictures/')
}

export function findPictures(text: string): PictureMatch[] {
  if (!hasPictures(text)) return []
  return [...text.matchAll(new RegExp(PICTURE, 'g'))].map(
    ({ 0: raw, 1: description = '', 2: id = '', index }) => ({
      index,
      raw,
      description,
      id,
    }),
  )
}

const PICTURE_HERE = new RegExp(PICTURE, 'y')

/** Returns the picture that begins at a position of the text, if there is one. */
export function pictureAt(text: string, position: number): PictureMatch | undefined {
  if (!text.startsWith('![', position)) return undefined
  PICTURE_HERE.lastIndex = position
  const [raw, description = '', id = ''] = PICTURE_HERE.exec(text) ?? []
  return raw === undefined ? undefined : { index: position, raw, description, id }
}

/** Replaces pictures by their descriptions, for excerpts and emails. Also those that an excerpt cut off. */
export function withoutPictures(text: string): string {
  if (!text.includes('![')) return text
  const whole = text.replace(new RegExp(PICTURE, 'g'), (_, description: string) => description || UNDESCRIBED)
  return whole.replace(CUT_PICTURE, '$1')
}

/** Text instead of a picture without a description. A post of pictures alone thus has a text. */
const UNDESCRIBED = 'Picture'

export function pictureAddress(id: string): string {
  return `/files/pictures/${id}.webp`
}

/** Returns the syntax of a picture. Replaces characters of the description that would end or format it. */
export function writePicture(id: string, description: string): string {
  const plain = description
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replace(/[`*_<>\\\s]+/g, ' ')
    .trim()
  return `![${plain}](${pictureAddress(id)})`
}
