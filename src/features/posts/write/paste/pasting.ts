import { closeHistory } from '@tiptap/pm/history'
import { DOMParser as ContentParser, type ParseOptions, type Slice } from '@tiptap/pm/model'
import { Plugin, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { Extension } from '@tiptap/react'
import { looksLikeMarkdown } from './looks-like-markdown.ts'
import { lostText } from './lost-text.ts'
import { convertPasted } from './pasted-html.ts'

interface Options {
  /** Gets what could not come along, in words; '' when everything did. */
  say: (words: string) => void
}

/** What the editor makes of what is pasted or dropped. */
export const Pasting = Extension.create<Options>({
  name: 'pasting',
  addOptions: () => ({ say: () => undefined }),
  addProseMirrorPlugins() {
    return [pastingPlugin(ExactParser.fromSchema(this.editor.schema), this.options.say)]
  },
})

/** Spaces stay as the conversion wrote them: code has some at the beginning of its lines. */
class ExactParser extends ContentParser {
  static override fromSchema(schema: Parameters<typeof ContentParser.fromSchema>[0]) {
    return new ExactParser(schema, ContentParser.fromSchema(schema).rules)
  }

  override parseSlice(dom: Node, options?: ParseOptions): Slice {
    return super.parseSlice(dom, { ...options, preserveWhitespace: true })
  }
}

function pastingPlugin(clipboardParser: ContentParser, say: Options['say']): Plugin {
  const clipboard = new ReadClipboard(say)
  return new Plugin({
    props: {
      clipboardParser,
      transformPastedHTML: (html) => clipboard.readHtml(html),
      clipboardTextParser: (text, _context, isAskedPlain) => clipboard.readText(text, isAskedPlain),
      handlePaste: (view, event) => clipboard.take(view, event.clipboardData),
      handleDrop(view, event, _slice, isMoved) {
        if (isMoved) return false
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
        if (clipboard.isMarkdown && place) {
          const selection = TextSelection.near(view.state.doc.resolve(place.pos))
          view.dispatch(view.state.tr.setSelection(selection))
        }
        return clipboard.take(view, event.dataTransfer)
      },
    },
  })
}

/** What is found while it is read, until it is known what becomes of it. */
class ReadClipboard {
  private lost = ''
  private isEmpty = false
  private markdown: string | undefined
  private readonly say: Options['say']

  constructor(say: Options['say']) {
    this.say = say
  }

  get isMarkdown(): boolean {
    return this.markdown !== undefined
  }

  readHtml(html: string): string {
    // Copied from an editor like this one.
    if (html.includes('data-pm-slice')) return unreported(html)
    const { body } = new DOMParser().parseFromString(unreported(html), 'text/html')
    const pasted = convertPasted(body)
    this.lost = lostText(pasted.lost)
    this.isEmpty = pasted.html === ''
    return pasted.html
  }

  /** Answers nothing: the editor makes a paragraph of each line, unless `take` does otherwise. */
  readText(text: string, isAskedPlain: boolean): Slice {
    if (!isAskedPlain && looksLikeMarkdown(text)) this.markdown = text
    return undefined as unknown as Slice
  }

  /** Whether the editor has nothing more to do with it. */
  take(view: EditorView, data: DataTransfer | null): boolean {
    const { lost, isEmpty, markdown } = this
    this.lost = ''
    this.isEmpty = false
    this.markdown = undefined
    const files = hasWords(data) ? [] : [...(data?.files ?? [])]
    this.say(lostText(countsOf(files)) || lost)
    if (isEmpty || files.length > 0) return true
    // Taking it back takes back nothing that was typed just before.
    view.dispatch(closeHistory(view.state.tr))
    if (markdown === undefined) return false
    void pasteMarkdown(view, markdown)
    return true
  }
}

function hasWords(data: DataTransfer | null): boolean {
  return Boolean(data?.getData('text/html') || data?.getData('text/plain'))
}

/** What reads it comes with the first one. Where it cannot be had, the text comes as it is. */
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

/**
 * Nothing of it would ever run or show, but the browser reports each of them to the console. The text of a style sheet
 * becomes that of an element that nobody reads either.
 */
function unreported(html: string): string {
  return html
    .replace(/<[^>]*>/g, (tag) => tag.replace(/\son\w+\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, ''))
    .replace(/<(\/?)style\b/gi, '<$1xmp')
}
