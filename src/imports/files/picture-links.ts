import { writePicture } from '../../shared/pictures/syntax.ts'

/** Returns the id of an imported picture by its path in the former forum's folder of uploads. */
export type FindPicture = (path: string) => string | undefined

/** How texts of a former forum show its uploads, as Markdown. */
export interface PictureLinks {
  /** Paths in the folder of uploads, without duplicates. */
  find(markdown: string): string[]
  /** Replaces uploads that were imported. Others stay as they are. */
  replace(markdown: string, findPicture: FindPicture): string
  /** Removes the addresses of uploads, which are no words. */
  remove(markdown: string): string
}

/**
 * A picture that links to an upload, such as its full size, is that upload.
 * @param address source of a regular expression for the address of an upload, whose only group is the path
 */
export function pictureLinks(address: string): PictureLinks {
  const target = String.raw`\]\(<?${address}>?(?:[ \t]+"([^"\n]*)")?\)`
  const picture = String.raw`!\[([^[\]\n]*)${target}`
  const pattern = new RegExp(`\\[${picture}${target}|${picture}`, 'g')
  const partsOf = (groups: readonly (string | undefined)[]) => {
    const [linked = '', , linkedTitle, original, , plain = '', path, title] = groups
    const words = `${linked || plain} ${linkedTitle ?? title ?? ''}`
    return { words, path: decodePath(original ?? path ?? '') }
  }
  return {
    find: (markdown) => [
      ...new Set(Array.from(markdown.matchAll(pattern), ([, ...groups]) => partsOf(groups).path)),
    ],
    replace: (markdown, findPicture) =>
      markdown.replace(pattern, (whole, ...groups: (string | undefined)[]) => {
        const { words, path } = partsOf(groups)
        const id = findPicture(path)
        return id ? writePicture(id, words) : whole
      }),
    remove: (markdown) =>
      markdown.replace(pattern, (_, ...groups: (string | undefined)[]) => ` ${partsOf(groups).words} `),
  }
}

/** PostgreSQL stores no NUL characters, so a path with one stays encoded. */
function decodePath(path: string): string {
  try {
    const decoded = decodeURI(path)
    return decoded.includes('\0') ? path : decoded
  } catch {
    return path
  }
}
