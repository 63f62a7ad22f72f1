import type { DraftKey } from './draft-keys.ts'
import {
  createFreeKey,
  draftsOf,
  draftTitle,
  type FormDraft,
  findOwnDraft,
  isLike,
  isOpenElsewhere,
  isSame,
  preferDraft,
} from './form-drafts.ts'
import { assignDraft, type Draft, deleteDraft, readDraft, writeDraft } from './storage.ts'
import { openTabs, TAB_ID } from './tab.ts'

/** Maximum delay in milliseconds between a change and saving the draft. */
const SAVE_WITHIN = 250

/**
 * Holds a form's values and saves them as a draft while the user types. Starts with the draft of an earlier
 * visit, if any. Each open form has its own draft; `others` are the drafts of the same form in other tabs.
 */
export class DraftedForm<Values extends object> {
  /** Whether the form was opened with a draft from an earlier visit. */
  restored = false
  /** Whether sending failed because the forum was unreachable, now or on an earlier visit. */
  isUnsent = false
  /** Incremented whenever another draft replaces the values, so that the fields remount. */
  generation = 0
  private key: DraftKey
  private id: string | undefined
  private readonly initial: Values
  /** The page's path and query. Read once, because the last save may happen after leaving the page. */
  private readonly at = globalThis.location ? location.pathname + location.search : undefined
  private values: Values
  private isStored = false
  private others: readonly FormDraft<Values>[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly watchers = new Set<() => void>()

  constructor(key: DraftKey, initial: Values) {
    this.key = createFreeKey(key)
    this.initial = initial
    this.values = initial
    const own = findOwnDraft(this.stored().filter((draft) => !isOpenElsewhere(draft)))
    if (own) this.open(own)
    this.findOthers()
  }

  readonly read = (): Values => this.values

  /** Whether the changes are stored on this device. Undefined if there are none, or storage is blocked. */
  readonly readState = (): 'saving' | 'saved' | undefined =>
    this.timer !== undefined ? 'saving' : this.isStored ? 'saved' : undefined

  /** Other drafts of the same form, newest first. */
  readonly readOthers = (): readonly FormDraft<Values>[] => this.others

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher)
    return () => this.watchers.delete(watcher)
  }

  /** Takes typed values. Ignores equal ones, which a form may report once more after they were saved. */
  readonly change = (change: Partial<Values>): void => {
    const values = { ...this.values, ...change }
    if (isSame(values, this.values)) return
    this.timer ??= setTimeout(this.save, SAVE_WITHIN)
    this.show(values)
  }

  /** Saves pending changes. Deletes the draft if the values equal the initial ones. */
  readonly save = (): void => {
    if (this.timer === undefined) return
    this.stopTimer()
    if (this.isUntouched()) this.drop()
    else this.write()
    this.show(this.values)
  }

  /** Called when the form or page closes. Releases the draft, so that the next form can continue it. */
  readonly close = (): void => {
    this.save()
    if (this.isOwn(this.readStored())) assignDraft(this.key)
  }

  /** Called when the page returns from the back/forward cache. Reclaims the draft if it is still free. */
  readonly reopen = (): void => {
    if (this.isOwn(this.readStored())) assignDraft(this.key, TAB_ID)
  }

  /** Saves the values before sending. Returns the draft's id, which only `finish` and `discard` change. */
  readonly commit = (): string => {
    this.stopTimer()
    return this.write().id
  }

  /** Called if sending failed offline. Marks the draft to be sent later, from the page at this path. */
  readonly keepUnsent = (address: string): void => {
    this.isUnsent = true
    this.write(address)
  }

  readonly finish = (): void => {
    this.stopTimer()
    this.restored = false
    this.isUnsent = false
    this.drop()
  }

  readonly discard = (): void => {
    this.finish()
    this.show(this.initial)
  }

  /** Loads another draft into the form. The current values stay stored and become an offered draft. */
  readonly take = (other: FormDraft<Values>): void => {
    this.close()
    this.open(other)
    this.generation++
    this.findOthers()
    this.show(this.values)
  }

  /** Called when another tab saves a draft. If that tab took over this form's draft, saves a new one. */
  readonly findOthers = (): void => {
    const stored = this.readStored()
    if (stored?.id === this.id && !this.isOwn(stored) && !this.isUntouched()) this.write()
    const others = this.stored().filter(({ id, values }) => id !== this.id && draftTitle(values))
    if (isSame(others, this.others)) return
    this.others = others
    this.show(this.values)
  }

  /** Continues the draft of a crashed tab, unless the user has typed something here. */
  readonly restoreOrphan = async (): Promise<void> => {
    const open = await openTabs()
    const isOrphan = ({ tab }: Draft<Values>) =>
      tab !== undefined && tab !== TAB_ID && open?.has(tab) === false
    const orphan = findOwnDraft(this.stored().filter(isOrphan))
    if (orphan && this.id === undefined && this.isUntouched()) this.take(orphan)
  }

  private open({ key, id, values, waits_at }: FormDraft<Values>) {
    this.key = key
    this.id = id
    this.values = values
    this.restored = true
    this.isUnsent = waits_at !== undefined
    preferDraft(key)
    assignDraft(key, TAB_ID)
  }

  private write(waitsAt?: string) {
    const stored = this.readStored()
    if (stored && !this.isOwn(stored)) {
      this.key = createFreeKey(this.key)
      // The other form has taken over this draft and its id, so this form needs a new id.
      if (stored.id === this.id) this.id = undefined
    }
    const draft = writeDraft(this.key, this.values, { waitsAt, at: this.at, tab: TAB_ID, id: this.id })
    this.id = draft.id
    this.isStored = this.isOwn(this.readStored())
    preferDraft(this.key)
    return draft
  }

  private drop() {
    if (this.isOwn(this.readStored())) deleteDraft(this.key)
    this.id = undefined
    this.isStored = false
  }

  private stored() {
    return draftsOf(this.key, (values): values is Values => isLike(values, this.initial))
  }

  private readStored() {
    return readDraft(this.key)
  }

  private isOwn(draft: Draft<unknown> | undefined) {
    return draft !== undefined && draft.id === this.id && !isOpenElsewhere(draft)
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
