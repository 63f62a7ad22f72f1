import { Icon } from '../ui/icon.tsx'

interface Props {
  className: string
  /** Shows the label, which is otherwise for screen readers only. */
  hasLabel?: boolean
}

/** The starter handles the click (theme.ts), and CSS shows the current theme. */
export function ThemeButton({ className, hasLabel }: Props) {
  return (
    <button type="button" data-next-theme className={className}>
      {SIGNS.map(({ choice, icon, label }) => (
        <span key={choice} title={label} className={`theme-${choice}`}>
          <Icon icon={icon} />
          <span className={hasLabel ? undefined : 'sr-only'}>{label}</span>
        </span>
      ))}
    </button>
  )
}

const SIGNS = [
  { choice: 'dark', icon: 'icon-moon', label: 'Theme: dark' },
  { choice: 'light', icon: 'icon-sun', label: 'Theme: light' },
  { choice: 'system', icon: 'icon-monitor', label: 'Theme: system' },
] as const
