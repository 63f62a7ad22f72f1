import { useState } from 'react'
import type { CaseResult, ModerationCase } from './case-schemas.ts'
import { CASES_MAX } from './policy.ts'

export type Selection = ReturnType<typeof useSelection>

interface Failure {
  item: ModerationCase
  message: string
}

/** Selected cases, and those that could not be decided. Cases that left the list are no longer selected. */
export function useSelection(items: ModerationCase[]) {
  const [ids, setIds] = useState<readonly string[]>([])
  const [failures, setFailures] = useState<readonly Failure[]>([])
  const select = (chosen: readonly string[]) => {
    setIds(chosen.slice(0, CASES_MAX))
    setFailures([])
  }
  const has = (id: string) => ids.includes(id)
  return {
    cases: items.filter(({ id }) => has(id)),
    failures,
    has,
    toggle: (id: string) => select(has(id) ? ids.filter((other) => other !== id) : [...ids, id]),
    select,
    /** Keeps refused cases selected. */
    settle: (results: readonly CaseResult[]) => {
      const messages = new Map(results.flatMap(({ id, error }) => (error ? [[id, error.message]] : [])))
      setIds([...messages.keys()])
      setFailures(
        items.flatMap((item) => {
          const message = messages.get(item.id)
          return message ? [{ item, message }] : []
        }),
      )
    },
  }
}

interface Group {
  label: string
  ids: string[]
}

/** Returns groups of listed cases that a selection can grow to: of the same member, or with links to a domain. */
export function groupsAround(selected: ModerationCase[], items: ModerationCase[]): Group[] {
  const selectable = items.filter(isSelectable)
  const members = new Map(selected.flatMap(({ member }) => (member ? [[member.id, member.username]] : [])))
  const domains = new Set(selected.flatMap((item) => item.domains))
  const groups = [
    ...[...members].map(([id, username]) => ({
      label: `by @${username}`,
      cases: selectable.filter(({ member }) => member?.id === id),
    })),
    ...[...domains].map((domain) => ({
      label: `with links to ${domain}`,
      cases: selectable.filter((item) => item.domains.includes(domain)),
    })),
  ]
  return groups
    .map(({ label, cases }) => ({
      label: `All ${cases.length} ${label}`,
      ids: [...new Set([...selected, ...cases].map(({ id }) => id))],
    }))
    .filter(({ ids }) => ids.length > selected.length)
}

/** Whether the viewer can decide the case together with others. An appeal needs an answer of its own. */
export function isSelectable({ closed, obstacle, kind }: ModerationCase): boolean {
  return !closed && !obstacle && kind !== 'action'
}
