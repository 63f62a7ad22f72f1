/** What budgets.md says of the browser: at most so much, in kilobytes of gzip, milliseconds, or shares of the screen. */
export const BUDGETS = {
  'list: script': { most: 15, unit: 'KB' },
  'list: HTML': { most: 30, unit: 'KB' },
  'list: CSS': { most: 25, unit: 'KB' },
  'list: application': { most: 150, unit: 'KB' },
  'list: largest paint': { most: 1800, unit: 'ms' },
  'list: blocking': { most: 150, unit: 'ms' },
  'list: shift': { most: 0.02, unit: '' },
  'post: script': { most: 15, unit: 'KB' },
  'post: CSS': { most: 25, unit: 'KB' },
  'post: application': { most: 150, unit: 'KB' },
  'post: largest paint': { most: 1800, unit: 'ms' },
  'post: blocking': { most: 150, unit: 'ms' },
  'post: shift': { most: 0.02, unit: '' },
  'list to post': { most: 100, unit: 'ms' },
  'post to list': { most: 100, unit: 'ms' },
  'a key of 10,000': { most: 16, unit: 'ms' },
  'list of 1,000': { most: 50, unit: 'ms' },
  '1,000 comments': { most: 50, unit: 'ms' },
} as const satisfies Record<string, { most: number; unit: string }>

export type Row = keyof typeof BUDGETS
/** What one round has measured. */
export type Round = Partial<Record<Row, number>>

export interface Figure {
  row: Row
  unit: string
  budget: number
  /** The median of the rounds. */
  measured: number
  rounds: number[]
  met: boolean
}

/** A line for each row that was measured, in the order of the budgets. */
export function figuresOf(rounds: readonly Round[]): Figure[] {
  return (Object.keys(BUDGETS) as Row[]).flatMap((row) => {
    const { most, unit } = BUDGETS[row]
    const values = rounds.flatMap((round) => round[row] ?? [])
    if (values.length === 0) return []
    const measured = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
    return { row, unit, budget: most, measured, rounds: values, met: measured <= most }
  })
}

/** Start and length in milliseconds since the navigation, as the browser tells of tasks over 50 ms. */
export interface LongTask {
  start: number
  duration: number
}

/** A task of so many milliseconds does not keep anybody waiting (web.dev/articles/tbt). */
const PATIENCE = 50

/** Total blocking time: what tasks take beyond 50 ms, once there is something to see. */
export function blockingTime(tasks: readonly LongTask[], firstPaint: number): number {
  return tasks.reduce((sum, { start, duration }) => {
    const seen = Math.min(duration, start + duration - firstPaint)
    return sum + Math.max(0, seen - PATIENCE)
  }, 0)
}

export interface Shift {
  time: number
  value: number
}

/** Cumulative layout shift: the worst burst, of shifts less than a second apart and five in all (web.dev/articles/cls). */
export function layoutShift(shifts: readonly Shift[]): number {
  let worst = 0
  let burst: { start: number; end: number; sum: number } | undefined
  for (const { time, value } of shifts) {
    const goesOn = burst && time - burst.end < 1000 && time - burst.start < 5000
    burst =
      goesOn && burst
        ? { ...burst, end: time, sum: burst.sum + value }
        : { start: time, end: time, sum: value }
    worst = Math.max(worst, burst.sum)
  }
  return worst
}

/** Of a trace of the browser. Times in microseconds; `tdur` is the processor's. */
export interface TraceEvent {
  name: string
  pid: number
  tid: number
  tdur?: number
  args?: { name?: string }
}

/** Processor milliseconds of the longest task that the main thread of a page has had. */
export function longestTask(events: readonly TraceEvent[]): number {
  const threads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  return events.reduce((longest, { name, pid, tid, tdur = 0 }) => {
    const isTask = /(^|::)RunTask$/.test(name) && threads.has(`${pid} ${tid}`)
    return isTask ? Math.max(longest, tdur / 1000) : longest
  }, 0)
}
