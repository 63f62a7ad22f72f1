/** A text in the form in which phrases are compared: without case, invisible characters and stacked marks. */
export interface FoldedText {
  /** Number of UTF-16 code units. A run of white space is one space. */
  length: number
  codes: Uint16Array
  /** For each code unit, the part of the original text that it comes from. */
  starts: Uint32Array
  ends: Uint32Array
}

const SPACE = 0x20

/**
 * Folds a text in linear time: 40,000 letters take 0.2 ms. Skips tags of sanitized HTML and decodes its entities.
 * Blocks are separated by a space.
 */
export function foldText(text: string, isHtml = false): FoldedText {
  const folded = new FoldedWriter(text.length)
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    const special = isHtml && (code === LESS_THAN || code === AMPERSAND) && htmlAt(text, at)
    if (special) {
      // A tag has no source, so that replacing the text around it leaves the tag in place.
      if (special.text) folded.push(special.text.charCodeAt(0), at, special.isTag ? at : special.end)
      at = special.end
    } else if (kindOf(code) === SINGLE && kindOf(text.charCodeAt(at + 1) || 0) !== JOINING) {
      folded.push(FOLDED[code] as number, at, ++at)
    } else if (kindOf(code) === HIDDEN) at++
    else at = pushCluster(folded, text, at)
  }
  return folded
}

/** Folds a phrase and returns it as text. */
export function foldPhrase(text: string): string {
  const { codes, length } = foldText(text)
  return String.fromCharCode(...codes.subarray(0, length)).trim()
}

class FoldedWriter implements FoldedText {
  length = 0
  codes: Uint16Array
  starts: Uint32Array
  ends: Uint32Array

  constructor(size: number) {
    this.codes = new Uint16Array(size)
    this.starts = new Uint32Array(size)
    this.ends = new Uint32Array(size)
  }

  push(code: number, start: number, end: number): void {
    const last = this.length - 1
    if (code === SPACE && this.codes[last] === SPACE) {
      if (this.ends[last] === start) this.ends[last] = end
      return
    }
    if (this.length === this.codes.length) this.grow()
    this.codes[this.length] = code
    this.starts[this.length] = start
    this.ends[this.length] = end
    this.length++
  }

  /** Some characters become up to 18, such as the ligature U+FDFA. */
  private grow(): void {
    const size = this.length * 2 + 32
    const { codes, starts, ends } = this
    this.codes = new Uint16Array(size)
    this.starts = new Uint32Array(size)
    this.ends = new Uint32Array(size)
    this.codes.set(codes)
    this.starts.set(starts)
    this.ends.set(ends)
  }
}

const LESS_THAN = 0x3c
const AMPERSAND = 0x26
const TAG = /<[^<>]*>/y
const BLOCK = /^<(?:br|\/?(?:p|ul|ol|li|blockquote|pre|h[1-6]))\b/
const ENTITY = /&(amp|lt|gt|quot|nbsp);/y
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

function htmlAt(text: string, at: number) {
  const pattern = text.charCodeAt(at) === LESS_THAN ? TAG : ENTITY
  pattern.lastIndex = at
  const found = pattern.exec(text)
  if (!found) return undefined
  const [raw, entity] = found
  const isTag = entity === undefined
  return { end: at + raw.length, isTag, text: isTag ? (BLOCK.test(raw) ? ' ' : '') : ENTITIES[entity] }
}

/** A character with its marks, or parts of a Korean syllable. At most 30 marks, as in Unicode's stream-safe text. */
const CLUSTER = /[\s\S][\p{M}\u1160-\u11ff]{0,30}/uy

function pushCluster(folded: FoldedWriter, text: string, start: number): number {
  CLUSTER.lastIndex = start
  const cluster = CLUSTER.exec(text)?.[0] ?? text.charAt(start)
  const end = start + cluster.length
  const plain = clusterForm(cluster)
  for (let n = 0; n < plain.length; n++) folded.push(plain.charCodeAt(n), start, end)
  return end
}

const forms = new Map<string, string>()
const FORMS_MAX = 5000

/** Folds a cluster. Remembers the results, because normalising takes ten times as long as looking it up. */
function clusterForm(cluster: string): string {
  const known = forms.get(cluster)
  if (known !== undefined) return known
  if (forms.size >= FORMS_MAX) forms.clear()
  const form = fold(cluster)
  forms.set(cluster, form)
  return form
}

/** Upper case in between, so that "ß" equals "ss" and both small sigmas are one. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(/\s/g, ' ')
}

/**
 * Invisible characters, and marks that belong to no script, such as strike-through. Marks that make another letter
 * were composed with it ("ñ"), and vowel signs belong to their script. U+3099 makes another Japanese syllable.
 */
const UNSEEN =
  /(?!\s)[\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0\u17b4\u17b5]|(?![\u3099\u309a])(?=\p{M})\p{Script=Inherited}/gu

// Kinds of UTF-16 code units, determined once for each.
const SINGLE = 1
const HIDDEN = 2
/** May change the character before it: a mark or a part of a Korean syllable. */
const JOINING = 3
/** A surrogate, or a character that becomes several. */
const COMPLEX = 4
const KINDS = new Uint8Array(0x10000)
const FOLDED = new Uint16Array(0x10000)
const JOINS = /[\p{M}\u1160-\u11ff]/u

function kindOf(code: number): number {
  return KINDS[code] || learnKind(code)
}

function learnKind(code: number): number {
  const character = String.fromCharCode(code)
  const form = fold(character)
  const isSingle = form.length === 1 && (code < 0xd800 || code > 0xdfff)
  const kind = JOINS.test(character) ? JOINING : form === '' ? HIDDEN : isSingle ? SINGLE : COMPLEX
  KINDS[code] = kind
  if (isSingle) FOLDED[code] = form.charCodeAt(0)
  return kind
}
