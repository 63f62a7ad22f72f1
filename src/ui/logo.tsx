/** The logo, in the text colour: a horizon below a half-risen disc. */
export function Logo({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={`flex-none ${className}`}>
      <path d="M8.5 18a7.5 7.5 0 0 1 15 0Z" fill="currentColor" />
      <path d="M2.5 21h27" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
      <path d="M9 24.5h14" stroke="currentColor" strokeWidth="1.25" strokeLinecap="round" opacity=".55" />
      <path d="M13 27.5h6" stroke="currentColor" strokeLinecap="round" opacity=".3" />
    </svg>
  )
}
