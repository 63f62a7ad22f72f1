/** Where the new ones begin; by the newest first they end there. It takes no room: it comes after the page. */
export function NewLine({ isBelow }: { isBelow: boolean }) {
  const words = isBelow ? 'Above: new since your last visit' : 'New since your last visit'
  return (
    // biome-ignore lint/a11y/useSemanticElements: it has words, which a rule cannot have
    <div role="separator" aria-label={words} className="new-line">
      <span aria-hidden="true">{words}</span>
    </div>
  )
}
