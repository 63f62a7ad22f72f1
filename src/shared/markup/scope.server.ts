/** A link to a post, comment, note or member that was found in a text. */
export interface MarkupReference {
  kind: 'post' | 'comment' | 'note' | 'member'
  /** The target's id or, for a member, the lower-case username. */
  key: string
  /** The target's path if the link was typed as a URL. Undefined for a mention. */
  path?: string
  /** HTML to use if the target does not exist. */
  otherwise: string
}

/** A picture that was found in a text. It is shown if it was uploaded to this forum. */
export interface PictureReference {
  kind: 'picture'
  key: string
  description: string
  otherwise: string
}

export type MarkupPart = string | MarkupReference | PictureReference

/** Maximum URLs, paths and mentions in a text. Further ones stay plain text, as each grows sevenfold as HTML. */
export const LINK_LIMIT = 50
/** Maximum links with text, `[text](https://…)`, in a text. Further ones stay as typed. */
export const TEXT_LINK_LIMIT = 500
/** Maximum pieces of inline code in a text. Further ones keep their backticks. "`a`" grows fourfold. */
export const CODE_LIMIT = 1000

/** Settings and counters for rendering one text. The library passes them to all rules. */
export class MarkupScope {
  readonly origin: string
  /** Prefix for links within the forum: '', or `origin` for texts that are shown outside the forum. */
  readonly base: string
  links = 0
  textLinks = 0
  codes = 0
  /** HTML that ends the link that is being rendered. */
  closing = ''
  /** Number of pictures so far, or undefined if the text shows none. */
  pictures: number | undefined
  private readonly added: Exclude<MarkupPart, string>[] = [];
  [name: string | symbol]: unknown

  constructor(origin = '', base = '', pictures?: number) {
    this.origin = origin
    this.base = base
    this.pictures = pictures
  }

  /** Returns HTML, in which a reference is a placeholder until its target is known. */
  add(part: MarkupPart): string {
    return typeof part === 'string' ? part : `\0${this.added.push(part) - 1}\0`
  }

  /** Splits HTML at its placeholders. Texts and their HTML contain no U+0000. */
  partsOf(html: string): MarkupPart[] {
    return html.split('\0').map((piece, index) => (index % 2 ? (this.added[Number(piece)] ?? '') : piece))
  }
}

/** Returns the scope that was passed to the library, for its rules. */
export function scopeOf(env: object | undefined): MarkupScope {
  return env as MarkupScope
}
