/** Decorative. `icon` is `icon-` or `icon-filled-` and a Lucide name, as a literal that Tailwind finds. 18 px by default. */
export function Icon({ icon, className }: { icon: `icon-${string}`; className?: string }) {
  return <i aria-hidden="true" className={className ? `icon ${icon} ${className}` : `icon ${icon}`} />
}
