import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  /** What it does: its accessible name and its tooltip. */
  label: string
  icon: `icon-${string}`
  /** What sits on the corner, like a count; it belongs into the label too. */
  badge?: ReactNode
}

/** A square with an icon in it: 44 px to touch, 32 px for a pointer that is more exact. */
export function IconButton({ label, icon, badge, className = '', ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`${ICON_BUTTON} ${className}`}
    >
      <Icon icon={icon} className="size-5" />
      {badge}
    </button>
  )
}

/** The look alone, for links with an icon in them. */
export const ICON_BUTTON =
  'relative inline-grid size-11 pointer-fine:size-8 flex-none place-items-center rounded-lg text-muted transition-colors duration-150 hover:bg-raised hover:text-text disabled:opacity-50'
