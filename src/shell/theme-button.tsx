import { Icon } from '../ui/icon.tsx'

interface Props {
  className: string
  /** Shows the label, which is otherwise only read by screen readers. */
  hasLabel?: boolean
}

/** Changes the theme. theme.ts handles the click before React loads, and CSS shows the current theme. */
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
