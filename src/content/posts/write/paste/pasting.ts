import { closeHistory } from '@tiptap/pm/history'
import { DOMParser as ContentParser, type ParseOptions, type Schema, type Slice } from '@tiptap/pm/model'
import { Plugin, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { Extension } from '@tiptap/react'
import { convertPasted } from './convert-pasted.ts'
import { looksLikeMarkdown } from './looks-like-markdown.ts'

interface Options {
  /** Called after each paste with a message about removed images and files, or '' if there are none. */
  say: (words: string) => void
}

export const PasteExtension = Extension.create<Options>({
  name: 'pasting',
  addOptions: () => ({ say: () => undefined }),
  addProseMirrorPlugins() {
    return [pastingPlugin(this.editor.schema, this.options.say)]
  },
})

/** Converts pasted HTML before it is parsed. Leaves plain text and HTML from this editor unchanged. */
class PasteParser extends ContentParser {
  lost: ReadonlyMap<string, number> = new Map()

  override parseSlice(dom: Node, options: ParseOptions = {}): Slice {
    if (options.preserveWhitespace) return super.parseSlice(dom, options)
    const { body } = dom.ownerDocument as Document
    this.lost = convertPasted(body)
    return super.parseSlice(body, options)
  }
}

function pastingPlugin(schema: Schema, say: Options['say']): Plugin {
  const clipboardParser = new PasteParser(schema, ContentParser.fromSchema(schema).rules)
  let markdown: string | undefined
  /** Handles a paste or drop. Returns false if the editor has to insert the content itself. */
  function take(view: EditorView, data: DataTransfer | null, slice: Slice): boolean {
    const text = markdown
    markdown = undefined
    const files = hasWords(data) ? [] : [...(data?.files ?? [])]
    say(lostText(files.length > 0 ? countsOf(files) : clipboardParser.lost))
    clipboardParser.lost = new Map()
    if (slice.size === 0 || files.length > 0) return true
    // Starts a new undo step, so that undoing the paste doesn't remove the text typed before.
    view.dispatch(closeHistory(view.state.tr))
    if (text === undefined) return false
    void pasteMarkdown(view, text)
    return true
  }
  return new Plugin({
    props: {
      clipboardParser,
      transformPastedHTML: unreported,
      transformPastedText(text, isPlain) {
        markdown = !isPlain && looksLikeMarkdown(text) ? text : undefined
        return text
      },
      handlePaste: (view, { clipboardData }, slice) => take(view, clipboardData, slice),
      handleDrop(view, event, slice, isMoved) {
        if (isMoved) return false
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
        if (markdown !== undefined && place) {
          const selection = TextSelection.near(view.state.doc.resolve(place.pos))
          view.dispatch(view.state.tr.setSelection(selection))
        }
        return take(view, event.dataTransfer, slice)
      },
    },
  })
}

function hasWords(data: DataTransfer | null): boolean {
  return Boolean(data?.getData('text/html') || data?.getData('text/plain'))
}

/** Pastes Markdown as formatted text. If its parser fails to load, pastes the text unchanged. */
async function pasteMarkdown(view: EditorView, text: string): Promise<void> {
  const reader = await import('./markdown.ts').catch(() => undefined)
  if (view.isDestroyed) return
  if (reader) view.pasteHTML(reader.htmlOfMarkdown(text))
  else view.pasteText(text)
}

function countsOf(files: readonly File[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { type } of files) {
    const thing = type.startsWith('image/') ? 'picture' : 'file'
    counts.set(thing, (counts.get(thing) ?? 0) + 1)
  }
  return counts
}

/** Removes event handlers and style sheets: they have no effect, but the browser logs an error for each. */
function unreported(html: string): string {
  return html
    .replace(/<[^<>]*>/g, (tag) => tag.replace(/\son\w+\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, ''))
    .replace(/<(\/?)style\b/gi, '<$1xmp')
}

function lostText(lost: ReadonlyMap<string, number>): string {
  const things = [...lost].map(([thing, count]) => `${count} ${thing}${count === 1 ? '' : 's'}`)
  if (things.length === 0) return ''
  return `Not pasted: ${LIST.format(things)}. Posts can only contain text and uploaded pictures.`
}

const LIST = new Intl.ListFormat('en')
