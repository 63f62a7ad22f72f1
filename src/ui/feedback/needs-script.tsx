/** Instead of what only script can do, which style hides without it (styles.css): says what it is. */
export function NeedsScript({ children }: { children: string }) {
  return (
    <noscript>
      <p className="my-4 text-muted">{children}</p>
    </noscript>
  )
}
