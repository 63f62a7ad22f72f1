/**
 * A decorative icon, 18 px by default. `icon` is `icon-` or `icon-filled-` with a Lucide name. Write it as a
 * literal, so that Tailwind finds it.
 */
export function Icon({ icon, className }: { icon: `icon-${string}`; className?: string }) {
  return <i aria-hidden="true" className={className ? `icon ${icon} ${className}` : `icon ${icon}`} />
}
