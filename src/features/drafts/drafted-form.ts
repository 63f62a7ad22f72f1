import { draftsOf, type FormDraft, freeKey, isHeldElsewhere, ownOf, preferDraft } from './form-drafts.ts'
import type { DraftKey } from './names.ts'
import { type Draft, dropDraft, holdDraft, readDraft, writeDraft } from './storage.ts'
import { openTabs, TAB } from './tab.ts'
import { wordsOfDraft } from './words.ts'

/** Milliseconds after a change until it is in storage, also while somebody types on and on. */
const SAVE_WITHIN = 250

/**
 * What is in a form, kept in storage while it is typed. Starts with the draft of an earlier visit if there is one. Each
 * form of each tab writes a draft of its own; those of other tabs are offered as `others`.
 */
export class DraftedForm<Values extends object> {
  /** The text of an earlier visit is back. */
  restored = false
  /** It was sent while the forum could not be reached, here or on an earlier visit. */
  isUnsent = false
  /** How often other values came in place of those that the form was opened with. */
  generation = 0
  private key: DraftKey
  /** Of the draft that is this form's. */
  private id: string | undefined
  private readonly initial: Values
  /** Where it is written: when it is stored last, its member may be on the way elsewhere. */
  private readonly at = globalThis.location ? location.pathname + location.search : undefined
  private values: Values
  private others: readonly FormDraft<Values>[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly watchers = new Set<() => void>()

  constructor(key: DraftKey, initial: Values) {
    this.key = freeKey(key)
    this.initial = initial
    this.values = initial
    const own = ownOf(this.stored().filter((draft) => !isHeldElsewhere(draft)))
    if (own) this.open(own)
    this.findOthers()
  }

  readonly read = (): Values => this.values

  /** Drafts of the same form that it does not hold, the newest first. */
  readonly readOthers = (): readonly FormDraft<Values>[] => this.others

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
    if (this.isUntouched()) this.drop()
    else this.write()
  }

  /** The form is closed, or its page is left: whoever opens it next goes on with its draft. */
  readonly close = (): void => {
    this.save()
    if (this.isOwn(this.readStored())) holdDraft(this.key)
  }

  /** The page is come back to. A form that was opened meanwhile may hold its draft: then `write` begins another. */
  readonly reopen = (): void => {
    if (this.isOwn(this.readStored())) holdDraft(this.key, TAB)
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
    this.drop()
  }

  /** Starts anew with what the form was opened with. */
  readonly discard = (): void => {
    this.finish()
    this.show(this.initial)
  }

  /** Puts another draft into the form. What is in it stays a draft, which is offered then. */
  readonly take = (other: FormDraft<Values>): void => {
    this.close()
    this.open(other)
    this.generation++
    this.findOthers()
    this.show(this.values)
  }

  /** After another tab has written: it may have taken the draft of this form, which then begins another. */
  readonly findOthers = (): void => {
    const stored = this.readStored()
    if (stored?.id === this.id && !this.isOwn(stored) && !this.isUntouched()) this.write()
    const others = this.stored().filter(({ id, values }) => id !== this.id && wordsOfDraft(values))
    if (isSame(others, this.others)) return
    this.others = others
    this.show(this.values)
  }

  /** A tab that crashed has left its draft behind: it goes on here, if nothing was typed yet. */
  readonly restoreOrphan = async (): Promise<void> => {
    const open = await openTabs()
    const isOrphan = ({ tab }: Draft<Values>) => tab !== undefined && tab !== TAB && open?.has(tab) === false
    const orphan = ownOf(this.stored().filter(isOrphan))
    if (orphan && this.id === undefined && this.isUntouched()) this.take(orphan)
  }

  private open({ key, id, values, waits_at }: FormDraft<Values>) {
    this.key = key
    this.id = id
    this.values = values
    this.restored = true
    this.isUnsent = waits_at !== undefined
    preferDraft(key)
    holdDraft(key, TAB)
  }

  private write(waitsAt?: string) {
    const stored = this.readStored()
    if (stored && !this.isOwn(stored)) {
      this.key = freeKey(this.key)
      // The other form sends it with that id.
      if (stored.id === this.id) this.id = undefined
    }
    const draft = writeDraft(this.key, this.values, { waitsAt, at: this.at, tab: TAB, id: this.id })
    this.id = draft.id
    preferDraft(this.key)
    return draft
  }

  private drop() {
    if (this.isOwn(this.readStored())) dropDraft(this.key)
    this.id = undefined
  }

  private stored() {
    return draftsOf(this.key, isLike(this.initial))
  }

  private readStored() {
    return readDraft(this.key, isAnything)
  }

  private isOwn(draft: Draft<unknown> | undefined) {
    return draft !== undefined && draft.id === this.id && !isHeldElsewhere(draft)
  }

  private isUntouched() {
    return isSame(this.values, this.initial)
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

function isAnything(values: unknown): values is unknown {
  return values !== undefined
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
