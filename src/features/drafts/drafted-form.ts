import type { DraftKey } from './names.ts'
import { dropDraft, readDraft, writeDraft } from './storage.ts'

/** Milliseconds after a change until it is in storage, also while somebody types on and on. */
const SAVE_WITHIN = 250

/** What is in a form, kept in storage while it is typed. Starts with the draft of an earlier visit if there is one. */
export class DraftedForm<Values extends object> {
  /** The text of an earlier visit is back. */
  restored: boolean
  /** It was sent while the forum could not be reached, here or on an earlier visit. */
  isUnsent: boolean
  private readonly key: DraftKey
  private readonly initial: Values
  /** Where it is written: when it is stored last, its member may be on the way elsewhere. */
  private readonly at = globalThis.location ? location.pathname + location.search : undefined
  private values: Values
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly watchers = new Set<() => void>()

  constructor(key: DraftKey, initial: Values) {
    const draft = readDraft(key, isLike(initial))
    this.key = key
    this.initial = initial
    this.values = draft?.values ?? initial
    this.restored = draft !== undefined
    this.isUnsent = draft?.waits_at !== undefined
  }

  readonly read = (): Values => this.values

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher)
    return () => this.watchers.delete(watcher)
  }

  readonly change = (change: Partial<Values>): void => {
    this.show({ ...this.values, ...change })
    this.timer ??= setTimeout(this.save, SAVE_WITHIN)
  }

  /** Stores what has changed, if anything has; a form as it was opened needs no draft. */
  readonly save = (): void => {
    if (this.timer === undefined) return
    this.stopTimer()
    if (isSame(this.values, this.initial)) dropDraft(this.key)
    else this.write()
  }

  /** Stores what is to be sent and answers the id to send it with: the same until `finish` or `discard`. */
  readonly commit = (): string => {
    this.stopTimer()
    return this.write().id
  }

  /** Nobody has heard it: it waits here, until its member sends it from this address. */
  readonly keepUnsent = (address: string): void => {
    this.isUnsent = true
    this.write(address)
  }

  /** The server has it. */
  readonly finish = (): void => {
    this.stopTimer()
    this.restored = false
    this.isUnsent = false
    dropDraft(this.key)
  }

  /** Starts anew with what the form was opened with. */
  readonly discard = (): void => {
    this.finish()
    this.show(this.initial)
  }

  private write(waitsAt?: string) {
    return writeDraft(this.key, this.values, { waitsAt, at: this.at })
  }

  private stopTimer() {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  private show(values: Values) {
    this.values = values
    for (const watcher of this.watchers) watcher()
  }
}

/** What was stored has every field that the form has, of the same type. */
function isLike<Values extends object>(initial: Values) {
  return (values: unknown): values is Values =>
    typeof values === 'object' &&
    values !== null &&
    Object.entries(initial).every(
      ([name, value]) => kindOf((values as Record<string, unknown>)[name]) === kindOf(value),
    )
}

function kindOf(value: unknown) {
  return Array.isArray(value) ? 'list' : typeof value
}

function isSame(one: object, other: object) {
  return JSON.stringify(one) === JSON.stringify(other)
}
