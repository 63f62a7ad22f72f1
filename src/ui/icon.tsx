/**
 * An ornament beside a label, 18 px unless `className` says otherwise (`size-4`).
 * @param icon `icon-` or `icon-filled-` and a Lucide name, written out so that the style sheet gets it
 */
export function Icon({ icon, className }: { icon: `icon-${string}`; className?: string }) {
  return <i aria-hidden="true" className={className ? `icon ${icon} ${className}` : `icon ${icon}`} />
}
