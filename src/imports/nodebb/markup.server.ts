import { pictureLinks } from '../files/picture-links.ts'
import { markdownToPost, wordsOfMarkdown } from '../markdown-to-post.server.ts'
import type { MarkupConverter } from '../markup-converter.ts'

/** Uploads have addresses such as `/assets/uploads/files/1600000000000-cat.png`, before version 3 without `/assets`. */
const pictures = pictureLinks(
  String.raw`(?:https?:\/\/[^\s/()<>"]+)?(?:\/[\w-]+)*\/uploads\/(files\/[^\s()<>"]+)`,
)

/** NodeBB stores Markdown. */
export const nodebbMarkup: MarkupConverter = {
  toPost: (markup, findPicture = () => undefined) => markdownToPost(pictures.replace(markup, findPicture)),
  toText: (markup, findPicture = () => undefined) => pictures.replace(markup.trim(), findPicture),
  wordsOf: (markup) => wordsOfMarkdown(pictures.remove(markup)),
  uploadsIn: pictures.find,
}
