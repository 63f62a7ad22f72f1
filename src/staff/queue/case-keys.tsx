import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Rule } from '../../moderation/rules/contract.ts'
import { rulesQuery } from '../../moderation/rules/queries.ts'
import { areShortcutsOn } from '../../platform/shortcut-switch.ts'

/** Keyboard shortcuts that click buttons: `o` in the focused case, others in the open case. */
export function useCaseKeys(): void {
  useKey((event) => {
    if (event.key === 'Escape') return leaveField(event)
    if (!isCaseKey(event)) return
    if (event.key === 'b') document.querySelector<HTMLElement>('[data-bulk-decision]')?.focus()
    const button = buttonOf(event.key)
    if (!button) return
    event.preventDefault()
    button.click()
  })
}

/** Chooses the rule with the pressed digit, or no rule with 0. */
export function useRuleKeys(onChoose: (rule: Rule | undefined) => void): void {
  const rules = useQuery(rulesQuery()).data?.items
  useKey((event) => {
    if (!/^\d$/.test(event.key) || !isCaseKey(event)) return
    const rule = rules?.find(({ number }) => number === Number(event.key))
    if (rule || event.key === '0') onChoose(rule)
  })
}

function useKey(press: (event: KeyboardEvent) => void): void {
  const onKey = useEffectEvent(press)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

function isCaseKey({ ctrlKey, metaKey, altKey, repeat, target }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !repeat && !isTaken(target) && areShortcutsOn()
}

/** Whether the key event's target is in a field, a dialog or a menu, which handle keys themselves. */
function isTaken(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${FIELD}, [role=dialog], [role=menu]`) !== null
}

const FIELD = 'input:not([type=checkbox]), textarea, select'

function buttonOf(key: string): HTMLElement | null | undefined {
  const focused = document.activeElement?.closest('[data-list-item]')
  if (key === 'o') return focused?.querySelector<HTMLElement>('[data-case-open]')
  if (key === 't') return focused?.querySelector<HTMLElement>('[data-case-select]')
  if (key === 'i') return document.querySelector<HTMLElement>('[data-list-item] [data-reply-picker] button')
  return /^[aurxmgwpls]$/.test(key)
    ? document.querySelector<HTMLElement>(`[data-case-key="${key}"]:enabled`)
    : undefined
}

/** Moves the focus from a field to its case, where the other keys work again. */
function leaveField({ target, defaultPrevented }: KeyboardEvent): void {
  if (defaultPrevented || !(target instanceof Element) || !target.matches(FIELD)) return
  target.closest<HTMLElement>('[data-list-item]')?.focus()
}

/** Attributes of a button that a key presses. */
export function caseKey(key: string) {
  return { 'data-case-key': key, 'aria-keyshortcuts': key }
}

/** Legend of the shortcuts besides those of all lists. The forum's list of shortcuts shows it too. Hidden on phones and if the member has turned shortcuts off. */
export function KeyLegend() {
  const [isOn] = useState(areShortcutsOn)
  if (!isOn) return null
  return (
    <dl data-page-shortcuts className="my-4 flex flex-wrap gap-x-5 gap-y-2 text-sm text-muted max-md:hidden">
      {CASE_KEYS.map(({ key, does }) => (
        <div key={key} className="flex items-center gap-2">
          <dt>
            <kbd className="kbd">{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  )
}

const CASE_KEYS = [
  { key: 'o', does: 'Open or close' },
  { key: 't', does: 'Select or deselect' },
  { key: 'b', does: 'Go to the selected cases' },
  { key: '1–9', does: 'Choose a rule' },
  { key: '0', does: 'No rule' },
  { key: 'i', does: 'Insert a saved reply' },
  { key: 'Esc', does: 'Leave a field' },
  { key: 'a', does: 'Approve' },
  { key: 'u', does: 'Uphold' },
  { key: 'r', does: 'Remove' },
  { key: 'x', does: 'Reject' },
  { key: 'm', does: 'Close as deleted' },
  { key: 'g', does: 'Grant an appeal' },
  { key: 'w', does: 'Warn' },
  { key: 'p', does: 'Require approval' },
  { key: 'l', does: 'Limit' },
  { key: 's', does: 'Suspend' },
] as const
