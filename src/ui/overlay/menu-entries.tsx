import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { Icon } from '../icon.tsx'

interface LabelledEntry {
  label: string
  icon?: `icon-${string}`
}

/** A menu entry: a link, an action, a choice between several values, or a separator. */
export type MenuEntry =
  | (LabelledEntry & { to: string; hash?: string })
  | (LabelledEntry & { onSelect: () => void; danger?: boolean })
  | {
      label: string
      choices: readonly (LabelledEntry & { value: string })[]
      value: string
      onChoose: (value: string) => void
    }
  | 'line'

interface EntryProps<E> {
  entry: E
  close: () => void
}

export function MenuItem({ entry, close }: EntryProps<MenuEntry>) {
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
    // biome-ignore lint/a11y/useSemanticElements: a menu may not contain a fieldset
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
