import type { CSSProperties, ReactNode } from 'react'

/** A label tinted with the hue of a concept's colour. */
export function Badge({ color, children }: { color?: string | null | undefined; children: ReactNode }) {
  return (
    <span dir="auto" className="badge" style={badgeTint(color)}>
      {children}
    </span>
  )
}

/** Returns the style that tints a link or button with class `badge`. */
export function badgeTint(color: string | null | undefined): CSSProperties | undefined {
  return color && HEX.test(color) ? ({ '--concept': color } as CSSProperties) : undefined
}

/** Shows a role. Those of staff ("editor", "moderator" and "admin") have their own colour. */
export function RoleBadge({ role }: { role: string }) {
  return <span className={`badge role-badge ${ROLES[role] ?? 'text-muted'}`}>{role}</span>
}

const HEX = /^#[0-9a-f]{6}$/i
const ROLES: Record<string, string> = {
  editor: 'text-editor',
  moderator: 'text-moderator',
  admin: 'text-admin',
}
