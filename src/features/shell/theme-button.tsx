import { Icon } from '../../ui/icon.tsx'
import { ICON_BUTTON } from '../../ui/icon-button.tsx'

/** The starter handles the click (theme.ts), and style shows the current theme. */
export function ThemeButton({ className = '' }: { className?: string }) {
  return (
    <button type="button" data-next-theme className={`${ICON_BUTTON} ${className}`}>
      <ThemeSigns labels="sr-only" />
    </button>
  )
}

/** As a row of a list, with its label. */
export function ThemeRow({ className }: { className: string }) {
  return (
    <button type="button" data-next-theme className={className}>
      <ThemeSigns labels="" />
    </button>
  )
}

function ThemeSigns({ labels }: { labels: 'sr-only' | '' }) {
  return SIGNS.map(({ choice, icon, label }) => (
    <span key={choice} title={label} className={`theme-${choice}`}>
      <Icon icon={icon} />
      <span className={labels}>{label}</span>
    </span>
  ))
}

const SIGNS = [
  { choice: 'dark', icon: 'icon-moon', label: 'Theme: dark' },
  { choice: 'light', icon: 'icon-sun', label: 'Theme: light' },
  { choice: 'system', icon: 'icon-monitor', label: 'Theme: system' },
] as const
