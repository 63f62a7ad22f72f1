import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Log } from './log.server.ts'
import { counter, gauge } from './metrics.server.ts'
import { Overloaded } from './semaphore.server.ts'
import { CALM, nextState, SHED_CLASSES, type ShedClass, type Signals } from './shedding.ts'

/** Milliseconds between two looks. */
const LOOK_EVERY_MS = 250
/** How exactly the event loop is measured: a timer of so many milliseconds. */
const RESOLUTION_MS = 10
/** Milliseconds without a refusal after which a spell is over. */
const SPELL_ENDS_MS = 5000
/** Seconds until whoever was refused is to come again: about the time in which what waits is done. */
const RETRY_AFTER = 5

/**
 * Measures what those wait for who ask this process, and refuses the expensive first when it is too much. Asking it is the
 * read of a number; answers that are kept do not even ask.
 */
export class Pressure {
  private readonly log: Pick<Log, 'warn' | 'info'>
  private readonly sources = new Map<keyof Signals, (() => number)[]>()
  private readonly refused = new Map<ShedClass, number>()
  private state = CALM
  private loop: ReturnType<typeof monitorEventLoopDelay> | undefined
  private timer: NodeJS.Timeout | undefined
  private spell: { began: number; latest: number } | undefined

  constructor(log: Pick<Log, 'warn' | 'info'>) {
    this.log = log
    gauge(
      'shed_level',
      'Classes that are refused now: 1 expensive, 2 guests too, 3 reads of members too',
      () => this.level,
      {
        of: 'max',
      },
    )
  }

  /** So many of the classes are refused. */
  get level(): number {
    return this.state.level
  }

  /** Where a signal comes from; of several the longest wait counts. */
  watch(signal: keyof Signals, read: () => number): void {
    this.sources.set(signal, [...(this.sources.get(signal) ?? []), read])
  }

  start(): void {
    this.loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
    this.loop.enable()
    this.timer = setInterval(() => this.look(this.measure()), LOOK_EVERY_MS)
    this.timer.unref()
  }

  stop(): void {
    clearInterval(this.timer)
    this.loop?.disable()
  }

  /** Throws `Overloaded` for what there is no room for now. */
  admit(kind: ShedClass): void {
    if (this.state.level <= SHED_CLASSES.indexOf(kind)) return
    refusals.inc({ class: kind })
    this.refused.set(kind, (this.refused.get(kind) ?? 0) + 1)
    throw new Overloaded(RETRY_AFTER)
  }

  /** Decides anew, by these signals. */
  look(signals: Signals): void {
    this.state = nextState(this.state, signals)
    const now = performance.now()
    if (this.level > 0) {
      if (!this.spell)
        this.log.warn({ ...signals, level: this.level }, 'there is too much: what is expensive is refused')
      this.spell = { began: this.spell?.began ?? now, latest: now }
    } else if (this.spell && now - this.spell.latest >= SPELL_ENDS_MS) this.endSpell(this.spell)
  }

  private endSpell({ began, latest }: { began: number; latest: number }): void {
    const seconds = Math.round((latest - began) / 1000)
    this.log.info({ seconds, refused: Object.fromEntries(this.refused) }, 'everything is answered again')
    this.spell = undefined
    this.refused.clear()
  }

  private measure(): Signals {
    const of = (signal: keyof Signals) =>
      Math.max(0, ...(this.sources.get(signal) ?? []).map((read) => read()))
    const delay = (this.loop?.mean ?? 0) / 1e6 - RESOLUTION_MS
    this.loop?.reset()
    return {
      // Nothing was measured: the loop was held up from one look to the next.
      loop: Number.isNaN(delay) ? LOOK_EVERY_MS : Math.round(Math.max(0, delay)),
      database: of('database'),
      renderings: of('renderings'),
      searches: of('searches'),
    }
  }
}

const refusals = counter('shed_requests_total', 'Requests refused as there was too much, by class', 'class')
for (const kind of SHED_CLASSES) refusals.inc({ class: kind }, 0)
