import { Link } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Icon } from '../icon.tsx'
import { moveInMenu } from './menu-keys.ts'
import { placeBelow, useFollowing } from './menu-place.ts'
import { FLOATING } from './popup-look.ts'

interface Labelled {
  label: string
  icon?: `icon-${string}`
}

/** A link, an act, one of several choices, or a line between groups. */
export type MenuEntry =
  | (Labelled & { to: string; hash?: string })
  | (Labelled & { onSelect: () => void; danger?: boolean })
  | {
      label: string
      choices: readonly (Labelled & { value: string })[]
      value: string
      onChoose: (value: string) => void
    }
  | 'line'

interface Props {
  /** The accessible name of the button. */
  label: string
  /** What the button shows. */
  children: ReactNode
  entries: readonly MenuEntry[]
  className?: string
}

/** A button that opens a list of acts. */
export function Menu({ label, children, entries, className = '' }: Props) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [openedBy, setOpenedBy] = useState<'key' | 'pointer'>()
  const toggle = (by: 'key' | 'pointer') => setOpenedBy(openedBy ? undefined : by)
  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={openedBy !== undefined}
        // A click without a pointer is a key's.
        onClick={({ detail }) => toggle(detail === 0 ? 'key' : 'pointer')}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || openedBy) return
          event.preventDefault()
          toggle('key')
        }}
        className={className}
      >
        {children}
      </button>
      {openedBy && (
        <OpenMenu
          label={label}
          trigger={trigger}
          entries={entries}
          focusesFirst={openedBy === 'key'}
          onClose={() => setOpenedBy(undefined)}
        />
      )}
    </>
  )
}

interface OpenProps extends Pick<Props, 'label' | 'entries'> {
  trigger: RefObject<HTMLButtonElement | null>
  /** Else the list as a whole has the focus. */
  focusesFirst: boolean
  onClose: () => void
}

/** A native popover, which is above all else on the page. */
function OpenMenu({ label, entries, trigger, focusesFirst, onClose }: OpenProps) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const menu = list.current
    if (!menu) return
    menu.showPopover?.()
    placeBelow(menu, trigger.current)
    const first = focusesFirst && menu.querySelector<HTMLElement>('[role^=menuitem]')
    ;(first || menu).focus({ preventScroll: true })
  }, [trigger, focusesFirst])
  useFollowing(list, trigger, onClose)
  const close = () => {
    trigger.current?.focus({ preventScroll: true })
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      if (event.key === 'Escape') event.preventDefault()
      close()
    } else if (moveInMenu(event.currentTarget, event.key)) event.preventDefault()
  }
  return (
    <div
      ref={list}
      role="menu"
      aria-label={label}
      popover="manual"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className={`${FLOATING} fixed inset-auto m-0 max-h-[calc(100dvh-1rem)] min-w-52 overflow-y-auto p-1.5 text-text outline-none`}
    >
      {entries.map((entry, i) => (
        <Entry key={entry === 'line' ? `line-${i}` : entry.label} entry={entry} close={close} />
      ))}
    </div>
  )
}

interface EntryProps<E> {
  entry: E
  close: () => void
}

function Entry({ entry, close }: EntryProps<MenuEntry>) {
  if (entry === 'line') return <hr className="my-1.5 h-px border-0 bg-line" />
  if ('choices' in entry) return <Choices entry={entry} close={close} />
  const content = (
    <>
      {entry.icon && <Icon icon={entry.icon} />}
      {entry.label}
    </>
  )
  const item = { role: 'menuitem', tabIndex: -1, onPointerMove: focusItem } as const
  if ('to' in entry)
    return (
      <Link {...item} to={entry.to} hash={entry.hash} onClick={close} className={ITEM}>
        {content}
      </Link>
    )
  const select = () => {
    close()
    entry.onSelect()
  }
  return (
    <button type="button" {...item} onClick={select} className={`${ITEM} ${entry.danger ? 'text-bad' : ''}`}>
      {content}
    </button>
  )
}

function Choices({ entry, close }: EntryProps<Extract<MenuEntry, { choices: unknown }>>) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no child of a menu
    <div role="group" aria-labelledby={id}>
      <div id={id} className="px-3 pt-1.5 pb-1 text-xs font-semibold text-faint">
        {entry.label}
      </div>
      {entry.choices.map(({ value, label, icon }) => (
        <button
          key={value}
          type="button"
          role="menuitemradio"
          aria-checked={value === entry.value}
          tabIndex={-1}
          onPointerMove={focusItem}
          onClick={() => {
            close()
            entry.onChoose(value)
          }}
          className={ITEM}
        >
          {icon && <Icon icon={icon} />}
          {label}
          {value === entry.value && <Icon icon="icon-check" className="ml-auto size-4 text-act" />}
        </button>
      ))}
    </div>
  )
}

const focusItem = ({ currentTarget }: { currentTarget: HTMLElement }) =>
  currentTarget.focus({ preventScroll: true })

const ITEM =
  'flex min-h-10 w-full max-md:min-h-11 pointer-coarse:min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 text-left -outline-offset-2 focus:bg-act-ground focus-visible:outline-2 focus-visible:outline-act'
