import { StarterKit } from '@tiptap/starter-kit'

/** The starter kit without everything that the allowed tags cannot hold (spec, section 5). */
export const allowedMarkup = StarterKit.configure({
  code: false,
  codeBlock: false,
  heading: false,
  horizontalRule: false,
  link: false,
  strike: false,
  underline: false,
  trailingNode: false,
  dropcursor: false,
  gapcursor: false,
})
