import { Menu } from '@base-ui/react/menu'
import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { Icon } from '../icon.tsx'
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
  trigger: RefObject<HTMLButtonElement | null>
  open: boolean
  /** The first entry then has the focus, else the list as a whole. */
  isByKey: boolean
  onOpenChange: (open: boolean) => void
  entries: readonly MenuEntry[]
}

export default function MenuPopup({ trigger, open, isByKey, onOpenChange, entries }: Props) {
  return (
    <Menu.Root
      open={open}
      modal={false}
      onOpenChange={(isOpen, { event }) => {
        // The trigger toggles by its own click: closing here too would open it again.
        if (!trigger.current?.contains(event.target as Node | null)) onOpenChange(isOpen)
      }}
    >
      {/* Beside its button, and so in the same landmark. */}
      <Menu.Portal container={trigger.current?.parentElement}>
        <Menu.Positioner anchor={trigger} align="end" sideOffset={6} className="z-50">
          <Menu.Popup
            finalFocus={trigger}
            onFocus={({ target, currentTarget }) => {
              if (isByKey && target === currentTarget)
                currentTarget.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
            }}
            className={`${FLOATING} min-w-52 p-1.5 outline-none`}
          >
            {entries.map((entry, i) => (
              <Entry key={entry === 'line' ? `line-${i}` : entry.label} entry={entry} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry === 'line') return <Menu.Separator className="my-1.5 h-px bg-line" />
  if ('choices' in entry) return <Choices {...entry} />
  const content = (
    <>
      {entry.icon && <Icon icon={entry.icon} />}
      {entry.label}
    </>
  )
  if ('to' in entry) {
    return (
      <Menu.LinkItem className={ITEM} closeOnClick render={<Link to={entry.to} hash={entry.hash} />}>
        {content}
      </Menu.LinkItem>
    )
  }
  return (
    <Menu.Item className={`${ITEM} ${entry.danger ? 'text-bad' : ''}`} onClick={entry.onSelect}>
      {content}
    </Menu.Item>
  )
}

function Choices({ label, choices, value, onChoose }: Extract<MenuEntry, { choices: unknown }>) {
  return (
    <Menu.Group>
      <Menu.GroupLabel className="px-3 pt-1.5 pb-1 text-xs font-semibold text-faint">{label}</Menu.GroupLabel>
      <Menu.RadioGroup value={value} onValueChange={onChoose}>
        {choices.map((choice) => (
          <Menu.RadioItem key={choice.value} value={choice.value} closeOnClick className={ITEM}>
            {choice.icon && <Icon icon={choice.icon} />}
            {choice.label}
            <Menu.RadioItemIndicator className="ml-auto">
              <Icon icon="icon-check" className="size-4 text-act" />
            </Menu.RadioItemIndicator>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Menu.Group>
  )
}

const ITEM =
  'flex min-h-10 max-md:min-h-11 pointer-coarse:min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 -outline-offset-2 focus-visible:outline-2 focus-visible:outline-act data-highlighted:bg-act-ground'
