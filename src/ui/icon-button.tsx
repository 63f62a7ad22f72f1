import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  /** The accessible name, also shown as a tooltip. */
  label: string
  icon: `icon-${string}`
  /** Content at the corner of the icon, such as a count. The label must include the count too. */
  badge?: ReactNode
}

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

/** Classes that make a link look like an icon button: 44 px for touch, 32 px for a mouse. */
export const ICON_BUTTON =
  'relative inline-grid size-11 pointer-fine:size-8 flex-none place-items-center rounded-lg text-muted transition-colors duration-150 hover:bg-raised hover:text-text disabled:opacity-50'
