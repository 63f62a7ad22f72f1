import { formatNumber } from '../../ui/format/format-number.ts'
import { softwareText } from '../software.ts'
import type { ImportFigures, ImportRun } from './contract.ts'
import type { RunState } from './policy.ts'

/** The name and colour of each state. */
export const STATE_TEXT: Record<RunState, [text: string, colour: string]> = {
  reading: ['Reading', 'text-act'],
  writing: ['Writing', 'text-act'],
  done: ['Done', 'text-good'],
  stopped: ['Stopped', 'text-bad'],
  undoing: ['Being undone', 'text-act'],
  undone: ['Undone', 'text-muted'],
}

export function isUnderWay({ state }: Pick<ImportRun, 'state'>): boolean {
  return state === 'reading' || state === 'writing' || state === 'undoing'
}

/** Returns the name of a source: "nodebb https://old.example" → "NodeBB, old.example". */
export function sourceText(source: string): string {
  const [software = '', address] = source.split(' ')
  return [softwareText(software), ...(address ? [address.replace(/^https?:\/\//, '')] : [])].join(', ')
}

/** Returns the progress of a run in words. Empty if there is nothing to say. */
export function progressText(run: ImportRun): string {
  const { state, total, kept, problem } = run
  const records = formatNumber(run.records)
  const speed = `${formatNumber(run.per_second)} a second`
  if (state === 'reading') return `${records} rows of the dump read, ${speed}.`
  if (state === 'writing' && run.records >= (total ?? 0))
    return `All ${records} records written. Comparing them with the dump.`
  if (state === 'writing')
    return `${records} of ${formatNumber(total ?? 0)} records written, ${speed}${timeLeft(run.seconds_left)}.`
  if (state === 'stopped' && problem) return problem
  if (state === 'stopped') return 'It stopped before the end. Run the same command again to continue it.'
  if (state === 'undoing') return 'Texts and members that nobody has used since are being deleted.'
  if (state !== 'undone') return ''
  if (!kept) return 'Everything that it had brought was deleted.'
  return `${formatNumber(kept)} ${kept === 1 ? 'item was' : 'items were'} kept, because somebody has used or changed them since.`
}

function timeLeft(seconds: number | null): string {
  if (seconds === null) return ''
  if (seconds < 90) return `, about ${formatNumber(seconds)} s left`
  if (seconds < 5400) return `, about ${Math.round(seconds / 60)} min left`
  return `, about ${Math.round(seconds / 3600)} h left`
}

type Kind = ImportFigures['kinds'][number]

export const KIND_TEXT: Record<Kind['kind'], string> = {
  member: 'Members',
  concept: 'Concepts',
  post: 'Posts',
  comment: 'Comments',
  vote: 'Votes',
  bookmark: 'Bookmarks',
  follow: 'Follows',
  block: 'Blocks',
  message: 'Messages',
  sanction: 'Suspensions',
  address: 'Old addresses',
  avatar: 'Avatars',
  picture: 'Pictures',
}

/** Returns what was not imported and why: "1 is in a private category, 1 was deleted. Failed: …" */
export function restText({ skipped, failed, missing }: Kind): string {
  const list = (reasons: Kind['skipped']) =>
    reasons.map(({ reason, count }) => `${formatNumber(count)} ${reason}`).join(', ')
  const parts = [
    ...(skipped.length > 0 ? [`Left out: ${list(skipped)}.`] : []),
    ...(failed.length > 0 ? [`Failed: ${list(failed)}.`] : []),
    ...(missing > 0 ? [`Unexplained: ${formatNumber(missing)}.`] : []),
  ]
  return parts.join(' ') || 'All of them.'
}
