/** Replaces a part that styles.css hides without script. */
export function NeedsScript({ children }: { children: string }) {
  return (
    <noscript>
      <p className="my-4 text-muted">{children}</p>
    </noscript>
  )
}
