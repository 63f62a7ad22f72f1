/**
 * A decorative icon, 18 px wide by default. `icon` is `icon-` or `icon-filled-` and a Lucide name. Write it
 * as a literal, because Tailwind only finds literals.
 */
export function Icon({ icon, className }: { icon: `icon-${string}`; className?: string }) {
  return <i aria-hidden="true" className={className ? `icon ${icon} ${className}` : `icon ${icon}`} />
}
