import { Link } from '@tiptap/extension-link'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { Extension } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { THUMBNAIL, UNDESCRIBED_PICTURE } from '../../../shared/pictures/picture-previews.tsx'
import { findPictures, pictureAddress } from '../../../shared/pictures/syntax.ts'

/**
 * Tiptap's starter kit without the nodes and marks that posts don't allow (spec, section 5). Headings are
 * stored as text (editor-html.ts).
 */
export const allowedMarkup = StarterKit.configure({
  code: false,
  codeBlock: false,
  heading: { levels: [2, 3, 4] },
  horizontalRule: false,
  link: false,
  strike: false,
  underline: false,
  trailingNode: false,
  dropcursor: false,
  gapcursor: false,
})

/**
 * Links, stored as text (editor-html.ts). Their low priority puts their tag inside the tags of other marks, so
 * that each link contains only text.
 */
export const PostLink = Link.extend({
  priority: 50,
  addAttributes: () => ({ href: { default: null } }),
}).configure({
  autolink: false,
  linkOnPaste: false,
  openOnClick: false,
  isAllowedUri: (url) => /^https?:\/\//i.test(url),
  HTMLAttributes: { rel: null, target: null },
})

/**
 * Sets `dir="auto"` on each outermost block, as in the published post. Uses decorations, so that the
 * attribute is not part of the HTML. Tiptap's `textDirection` would set it on every tag, and list items with
 * it show their markers on the left.
 */
export const BlockDirection = Extension.create({
  name: 'blockDirection',
  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          decorations({ doc }) {
            const blocks: Decoration[] = []
            doc.forEach((node, start) => {
              blocks.push(Decoration.node(start, start + node.nodeSize, { dir: 'auto' }))
            })
            return DecorationSet.create(doc, blocks)
          },
        },
      }),
    ]
  },
})

/**
 * Shows each picture below its syntax. Uses decorations, so that the HTML stays the syntax alone. The key makes
 * ProseMirror keep an image whose picture is the same as before.
 */
export const PictureThumbnails = Extension.create({
  name: 'pictureThumbnails',
  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          decorations({ doc }) {
            const thumbnails: Decoration[] = []
            doc.descendants(({ text }, start) => {
              for (const { index, raw, id, description } of findPictures(text ?? ''))
                thumbnails.push(
                  Decoration.widget(start + index + raw.length, () => thumbnail(id, description), {
                    key: `${id} ${description}`,
                    side: 1,
                  }),
                )
            })
            return DecorationSet.create(doc, thumbnails)
          },
        },
      }),
    ]
  },
})

function thumbnail(id: string, description: string): HTMLImageElement {
  const image = document.createElement('img')
  image.src = pictureAddress(id)
  image.alt = description || UNDESCRIBED_PICTURE
  image.className = THUMBNAIL
  return image
}
