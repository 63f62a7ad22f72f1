/** Text shown without JavaScript, in place of a part that styles.css then hides. */
export function NeedsScript({ children }: { children: string }) {
  return (
    <noscript>
      <p className="my-4 text-muted">{children}</p>
    </noscript>
  )
}
