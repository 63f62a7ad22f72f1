import { type ChangeObject, diffArrays, diffWordsWithSpace } from 'diff'
import { escapedBytes, LIST_BYTES_MAX } from '../../platform/http/response-size.server.ts'
import { type Block, matchBlocks } from './blocks.server.ts'
import type { ChangedBlock, ChangedText, RevisionChanges } from './contract.ts'

interface RevisionText {
  title: string
  blocks: Block[]
}

export interface DiffBudget {
  /** Deadline, on the clock of performance.now(). */
  until: number
}

/** Time limit in milliseconds for the diffs of one response. After that, whole texts count as replaced. */
const TIME = 25
/** Two versions with up to this many characters are compared even after the time limit, in less than 1 ms. */
const SHORT = 2000
/** Maximum differing blocks or words. Time grows quadratically, so beyond it, the text counts as replaced. */
const MOST_CHANGES = 1000
/** Maximum total length of two blocks compared by words. Splitting 100,000 characters takes 30 ms. */
const MOST_CHARACTERS = 60_000
const CONTEXT_BLOCKS = 1
/** Estimated bytes of HTML around each changed word. */
const MARK_BYTES = 150

export function createDiffBudget(): DiffBudget {
  return { until: performance.now() + TIME }
}

/** Returns the differences between two versions. Compares blocks first, then the words of edited blocks. */
export function changesBetween(
  before: RevisionText,
  after: RevisionText,
  budget: DiffBudget,
): RevisionChanges {
  const length = [...before.blocks, ...after.blocks].reduce((sum, { text }) => sum + text.length, 0)
  const time = length <= SHORT ? { until: Infinity } : budget
  const title = before.title === after.title ? null : wordsBetween(before.title, after.title, time)
  return { title, ...fitting(withoutUnchanged(blocksBetween(before.blocks, after.blocks, time))) }
}

function blocksBetween(before: Block[], after: Block[], time: DiffBudget): ChangedBlock[] {
  const runs = diffArrays(
    before.map(({ key }) => key),
    after.map(({ key }) => key),
    limits(time),
  )
  if (!runs) return replaced(before, after, time)
  const blocks: ChangedBlock[] = []
  const gone: Block[] = []
  const come: Block[] = []
  let [old, young] = [0, 0]
  // The removed and added blocks between two unchanged blocks are matched with each other.
  const settle = () => blocks.push(...replaced(gone.splice(0), come.splice(0), time))
  for (const { count, removed, added } of runs) {
    if (removed) gone.push(...before.slice(old, old + count))
    else if (added) come.push(...after.slice(young, young + count))
    else {
      settle()
      blocks.push(...after.slice(young, young + count).map((block) => whole(block, 'none')))
    }
    if (!added) old += count
    if (!removed) young += count
  }
  settle()
  return blocks
}

/** Pairs each removed block with the added block that replaces it. */
function replaced(gone: Block[], come: Block[], time: DiffBudget): ChangedBlock[] {
  const blocks: ChangedBlock[] = []
  let young = 0
  const others = performance.now() < time.until ? matchBlocks(gone, come) : gone.map(() => undefined)
  for (const [old, other] of others.entries()) {
    const before = gone[old] as Block
    if (other === undefined) blocks.push(whole(before, 'removed'))
    else {
      blocks.push(...come.slice(young, other).map((block) => whole(block, 'added')))
      blocks.push(became(before, come[other] as Block, time))
      young = other + 1
    }
  }
  return [...blocks, ...come.slice(young).map((block) => whole(block, 'added'))]
}

function became(before: Block, after: Block, time: DiffBudget): ChangedBlock {
  const { kind, text } = after
  if (before.text === text) return { ...whole(after, 'none'), is_reformatted: true }
  return { kind, words: wordsBetween(before.text, text, time), is_reformatted: false, skipped: 0 }
}

function whole({ kind, text }: Block, change: ChangedText[number]['change']): ChangedBlock {
  return { kind, words: [{ text, change }], is_reformatted: false, skipped: 0 }
}

/** Compares two texts by words. If they differ too much or time is up, all words count as replaced. */
function wordsBetween(before: string, after: string, time: DiffBudget): ChangedText {
  const hasTime = performance.now() < time.until && before.length + after.length <= MOST_CHARACTERS
  const parts = hasTime && diffWordsWithSpace(before, after, limits(time))
  if (parts) return parts.map((part) => ({ text: part.value, change: changeOf(part) }))
  const both = [
    { text: before, change: 'removed' },
    { text: after, change: 'added' },
  ] as const
  return both.filter(({ text }) => text)
}

function changeOf({ added, removed }: ChangeObject<unknown>): ChangedText[number]['change'] {
  return added ? 'added' : removed ? 'removed' : 'none'
}

function limits({ until }: DiffBudget) {
  return { timeout: Math.max(0, until - performance.now()), maxEditLength: MOST_CHANGES }
}

function withoutUnchanged(blocks: ChangedBlock[]): ShownBlocks {
  const isChanged = blocks.map(({ words, is_reformatted }) => {
    return is_reformatted || words.some(({ change }) => change !== 'none')
  })
  const isNear = (index: number) =>
    isChanged.slice(Math.max(0, index - CONTEXT_BLOCKS), index + CONTEXT_BLOCKS + 1).includes(true)
  let skipped = 0
  const near = blocks.flatMap((block, index) => {
    if (!isNear(index)) {
      skipped++
      return []
    }
    const shown = { ...block, skipped }
    skipped = 0
    return [shown]
  })
  return { blocks: near, skipped }
}

type ShownBlocks = Pick<RevisionChanges, 'blocks' | 'skipped'>

/** Returns the first blocks that fit into a response. Diffs of long, very different essays may not fit. */
function fitting({ blocks, skipped }: ShownBlocks): ShownBlocks & Pick<RevisionChanges, 'is_cut'> {
  let left = LIST_BYTES_MAX
  const tooMuch = blocks.findIndex((block) => {
    left -= escapedBytes(block) + block.words.length * MARK_BYTES
    return left < 0
  })
  if (tooMuch < 0) return { blocks, skipped, is_cut: false }
  return { blocks: blocks.slice(0, tooMuch), skipped: 0, is_cut: true }
}
