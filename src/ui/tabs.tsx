import { createLink } from '@tanstack/react-router'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId } from 'react'

/** Tabs that are links: `<LinkTabs label="Sort"><LinkTab to=…>Newest</LinkTab></LinkTabs>`. */
export function LinkTabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={ROW}>
      {children}
    </nav>
  )
}

/** A tab of LinkTabs. If `current` is not set, the router determines whether the tab is current. */
export const LinkTab = createLink(TabAnchor)

function TabAnchor({ current, className = '', ...rest }: ComponentProps<'a'> & { current?: boolean }) {
  const mark = current === undefined ? rest['aria-current'] : current ? 'page' : undefined
  return <a {...rest} aria-current={mark} className={`${TAB} ${className}`} />
}

interface TabsProps<Value extends string> {
  label: string
  tabs: readonly { value: Value; label: ReactNode; panel: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}

/** Tabs with panels. Arrow keys move to another tab and select it. Only the selected panel is rendered. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  const id = useId()
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex((tab) => tab.value === value)
    const next = tabs[target(event.key, at, tabs.length)]
    if (!next) return
    event.preventDefault()
    onChange(next.value)
    document.getElementById(`${id}-${next.value}`)?.focus()
  }
  const chosen = tabs.find((tab) => tab.value === value)
  return (
    <>
      <div role="tablist" aria-label={label} onKeyDown={move} className={ROW}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={TAB}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {chosen?.panel}
      </div>
    </>
  )
}

function target(key: string, at: number, length: number): number {
  if (key === 'ArrowRight') return (at + 1) % length
  if (key === 'ArrowLeft') return (at + length - 1) % length
  if (key === 'Home') return 0
  return key === 'End' ? length - 1 : -1
}

const ROW = 'flex overflow-x-auto border-b border-line [scrollbar-width:none]'
const TAB =
  'relative flex min-h-11 flex-none items-center px-3.5 text-sm font-medium text-muted transition-colors duration-150 hover:text-text -outline-offset-2 aria-[current=page]:text-text aria-selected:text-text after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 aria-[current=page]:after:bg-act aria-selected:after:bg-act'
