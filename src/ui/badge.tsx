import type { CSSProperties, ReactNode } from 'react'

/** A label tinted with a category's colour, of which only the hue is taken: readable whatever was stored. */
export function Badge({ color, children }: { color?: string | null | undefined; children: ReactNode }) {
  return (
    <span dir="auto" className="badge" style={badgeTint(color)}>
      {children}
    </span>
  )
}

/** The same tint for a link or a button of class `badge`. */
export function badgeTint(color: string | null | undefined): CSSProperties | undefined {
  return color && HEX.test(color) ? ({ '--category': color } as CSSProperties) : undefined
}

/** "editor", "moderator", "admin" in their colour, anything else ("user") plain. */
export function RoleBadge({ role }: { role: string }) {
  return <span className={`badge role-badge ${ROLES[role] ?? 'text-muted'}`}>{role}</span>
}

const HEX = /^#[0-9a-f]{6}$/i
const ROLES: Record<string, string> = {
  editor: 'text-editor',
  moderator: 'text-moderator',
  admin: 'text-admin',
}
