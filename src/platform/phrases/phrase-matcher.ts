import { type FoldedText, foldPhrase } from './fold.ts'

/** A phrase found in a folded text, from code unit `start` to before `end`, without what a `*` stands for. */
export interface PhraseMatch<Entry> {
  entry: Entry
  start: number
  end: number
}

/**
 * Finds whole words and phrases in a text. A `*` at the start or end of a phrase stands for any further letters.
 * Uses the algorithm of Aho and Corasick, whose time doesn't depend on the number of phrases.
 */
export class PhraseMatcher<Entry extends { word: string }> {
  readonly entries: readonly Entry[]
  private readonly phrases: readonly Phrase[]
  private readonly states: States
  /** For each state, the last of the phrases that end there, and for each phrase the one before. -1: none. */
  private readonly lastAt: Int32Array
  private readonly before: Int32Array
  /** For each state, the longest other end of it that is a state, and the longest at which a phrase ends. */
  private readonly fallback: Int32Array
  private readonly nextEnd: Int32Array

  constructor(entries: readonly Entry[]) {
    this.entries = entries
    this.phrases = entries.map(({ word }) => parsePhrase(word))
    const size = this.phrases.reduce((sum, { text }) => sum + text.length, 1)
    this.states = new States(size)
    this.lastAt = new Int32Array(size).fill(-1)
    this.before = new Int32Array(entries.length).fill(-1)
    this.fallback = new Int32Array(size)
    this.nextEnd = new Int32Array(size)
    this.build()
  }

  /** Calls `visit` for each match, by where it ends. Stops when `visit` returns true. */
  visit(text: FoldedText, visit: (match: PhraseMatch<Entry>) => boolean): void {
    let state = 0
    for (let at = 0; at < text.length; at++) {
      state = this.step(state, text.codes[at] as number)
      let ending = this.lastAt[state] === -1 ? (this.nextEnd[state] as number) : state
      for (; ending !== 0; ending = this.nextEnd[ending] as number)
        for (let n = this.lastAt[ending] as number; n !== -1; n = this.before[n] as number) {
          const match = this.matchAt(n, text, at + 1)
          if (match && visit(match)) return
        }
    }
  }

  private matchAt(n: number, text: FoldedText, end: number): PhraseMatch<Entry> | undefined {
    const { text: phrase, isOpenStart, isOpenEnd } = this.phrases[n] as Phrase
    const start = end - phrase.length
    if (!isOpenStart && isWithinWord(text, start)) return undefined
    if (!isOpenEnd && isWithinWord(text, end)) return undefined
    return { entry: this.entries[n] as Entry, start, end }
  }

  private step(from: number, code: number): number {
    let state = from
    let next = this.states.next(state, code)
    while (next === 0 && state !== 0) {
      state = this.fallback[state] as number
      next = this.states.next(state, code)
    }
    return next
  }

  /** Adds the phrases' characters by position, so that the states to fall back to, which are shorter, exist. */
  private build(): void {
    const reached = new Int32Array(this.phrases.length)
    const longest = Math.max(0, ...this.phrases.map(({ text }) => text.length))
    for (let position = 0; position < longest; position++)
      for (const [n, { text }] of this.phrases.entries()) {
        if (position >= text.length) continue
        const state = this.add(reached[n] as number, text.charCodeAt(position))
        reached[n] = state
        if (position !== text.length - 1) continue
        this.before[n] = this.lastAt[state] as number
        this.lastAt[state] = n
      }
  }

  private add(parent: number, code: number): number {
    const known = this.states.next(parent, code)
    if (known !== 0) return known
    const fallback = parent === 0 ? 0 : this.step(this.fallback[parent] as number, code)
    const state = this.states.add(parent, code)
    this.fallback[state] = fallback
    this.nextEnd[state] = this.lastAt[fallback] === -1 ? (this.nextEnd[fallback] as number) : fallback
    return state
  }
}

/** Extends a match to whole words, with the letters that a `*` stands for. */
export function wholeWords<Entry>(text: FoldedText, match: PhraseMatch<Entry>): PhraseMatch<Entry> {
  let { start, end } = match
  while (isWithinWord(text, start)) start--
  while (isWithinWord(text, end)) end++
  return { entry: match.entry, start, end }
}

interface Phrase {
  /** Folded, without the asterisks. */
  text: string
  isOpenStart: boolean
  isOpenEnd: boolean
}

export function parsePhrase(word: string): Phrase {
  const folded = foldPhrase(word)
  const isOpenStart = folded.startsWith('*')
  const isOpenEnd = folded.length > 1 && folded.endsWith('*')
  const text = folded.slice(isOpenStart ? 1 : 0, isOpenEnd ? -1 : undefined).trim()
  return { text, isOpenStart, isOpenEnd }
}

/** Whether the position is between two letters, digits or vowel signs. */
function isWithinWord({ codes, length }: FoldedText, position: number): boolean {
  if (position <= 0 || position >= length) return false
  return isWordCode(codes[position - 1] as number) && isWordCode(codes[position] as number)
}

const WORD = /[\p{L}\p{N}\p{M}]/u
/** 0: unknown, 1: part of a word, 2: not. */
const wordCodes = new Uint8Array(0x10000)

function isWordCode(code: number): boolean {
  if (wordCodes[code] === 0) wordCodes[code] = WORD.test(String.fromCharCode(code)) ? 1 : 2
  return wordCodes[code] === 1
}

/** The states of the matcher in a hash table with open addressing, which needs a third of the time of a `Map`. */
class States {
  private readonly parents: Int32Array
  private readonly codes: Uint16Array
  private readonly targets: Int32Array
  private readonly mask: number
  /** The states after the first code unit, in which most of a text is searched. */
  private readonly first = new Int32Array(0x10000)
  private count = 1

  constructor(size: number) {
    const slots = 2 ** Math.ceil(Math.log2(size * 2))
    this.mask = slots - 1
    this.parents = new Int32Array(slots)
    this.codes = new Uint16Array(slots)
    this.targets = new Int32Array(slots)
  }

  /** Returns the state after `parent` and this code unit, or 0 if there is none. */
  next(parent: number, code: number): number {
    if (parent === 0) return this.first[code] as number
    return this.targets[this.slotOf(parent, code)] as number
  }

  add(parent: number, code: number): number {
    if (parent === 0) {
      this.first[code] = this.count
      return this.count++
    }
    const slot = this.slotOf(parent, code)
    this.parents[slot] = parent
    this.codes[slot] = code
    this.targets[slot] = this.count
    return this.count++
  }

  private slotOf(parent: number, code: number): number {
    const { parents, codes, targets, mask } = this
    let slot = (Math.imul(parent, 0x9e3779b1) ^ Math.imul(code, 0x85ebca6b)) >>> 7
    slot &= mask
    while (targets[slot] !== 0 && !(parents[slot] === parent && codes[slot] === code))
      slot = (slot + 1) & mask
    return slot
  }
}
