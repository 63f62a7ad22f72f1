/** Shows that content is loading. Needs a `label` unless text next to it names the content. */
export function Spinner({ label, className = 'size-6' }: { label?: string; className?: string }) {
  if (!label) return <span aria-hidden="true" className={`spinner ${className}`} />
  return (
    <span role="status" className="grid place-items-center">
      <span className={`spinner ${className}`} />
      <span className="sr-only">{label}</span>
    </span>
  )
}
