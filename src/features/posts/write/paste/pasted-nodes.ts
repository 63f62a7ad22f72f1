/** As much of a DOM node as is read of what was pasted. */
export interface PastedNode {
  /** Of an element its tag, in capitals or small letters. */
  readonly nodeName: string
  readonly nodeValue: string | null
  readonly textContent: string | null
  readonly childNodes: Iterable<PastedNode>
  getAttribute?(name: string): string | null
}

export function tagOf(node: PastedNode): string {
  return node.nodeName.toLowerCase()
}

export function attribute(node: PastedNode, name: string): string {
  return node.getAttribute?.(name) ?? ''
}

/** The declarations of its style attribute, as far as anybody reads them. */
export function styleOf(node: PastedNode): ReadonlyMap<string, string> {
  const text = attribute(node, 'style')
  if (!text) return NO_STYLE
  return new Map(
    text.split(';').flatMap((declaration) => {
      const colon = declaration.indexOf(':')
      const name = declaration.slice(0, colon).trim().toLowerCase()
      return colon > 0
        ? [
            [
              name,
              declaration
                .slice(colon + 1)
                .trim()
                .toLowerCase(),
            ],
          ]
        : []
    }),
  )
}

const NO_STYLE: ReadonlyMap<string, string> = new Map()

/** Pictures and the like, which no post holds: what each is called when one says how many were there. */
export function lostThing(node: PastedNode): 'picture' | 'video' | 'recording' | 'embed' | undefined {
  const tag = tagOf(node)
  // What only counts who looks: one pixel.
  if (tag === 'img') return /^[01]$/.test(attribute(node, 'width')) ? undefined : 'picture'
  return LOST.get(tag)
}

const LOST = new Map([
  ['canvas', 'picture'],
  ['video', 'video'],
  ['audio', 'recording'],
  ['iframe', 'embed'],
  ['object', 'embed'],
  ['embed', 'embed'],
] as const) as ReadonlyMap<string, 'picture' | 'video' | 'recording' | 'embed'>

/** What has no words of the text in it. An unknown element, such as Word's content control, loses its tag alone. */
export function isUnread(tag: string): boolean {
  return UNREAD.has(tag)
}

const UNREAD = new Set([
  ...[
    'head',
    'script',
    'style',
    'template',
    'noscript',
    'title',
    'meta',
    'link',
    'base',
    'svg',
    'math',
    'map',
  ],
  ...['select', 'textarea', 'button', 'datalist', 'progress', 'meter', 'colgroup', 'rp', 'frameset', 'xml'],
  ...['noembed', 'noframes', 'plaintext', 'xmp', 'param', 'track', 'source'],
])

export function isBlock(tag: string): boolean {
  return BLOCKS.has(tag)
}

const BLOCKS = new Set([
  ...[
    'address',
    'article',
    'aside',
    'body',
    'center',
    'dd',
    'details',
    'dialog',
    'div',
    'dl',
    'dt',
    'fieldset',
  ],
  ...['figcaption', 'figure', 'footer', 'form', 'header', 'hgroup', 'hr', 'legend', 'li', 'main', 'nav', 'p'],
  ...[
    'section',
    'summary',
    'caption',
    'tbody',
    'thead',
    'tfoot',
    'tr',
    'td',
    'th',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
  ],
])
