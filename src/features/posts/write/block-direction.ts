import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { Extension } from '@tiptap/react'

/**
 * Each outermost block takes the direction of its first letter, as in the published post. Decorations keep the
 * attribute out of the HTML. The editor's own `textDirection` writes it into every tag, and a list whose items have
 * one keeps its markers on the left.
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
