/** Text shown only without JavaScript, in place of content that styles.css then hides. */
export function NeedsScript({ children }: { children: string }) {
  return (
    <noscript>
      <p className="my-4 text-muted">{children}</p>
    </noscript>
  )
}
