/** Where the new ones begin; by the newest first they end there. It takes no room: it comes after the page. */
export function NewLine({ isBelow }: { isBelow: boolean }) {
  const words = isBelow ? 'Above: new since your last visit' : 'New since your last visit'
  return (
    // biome-ignore lint/a11y/useSemanticElements: it has words, which a rule cannot have
    <div role="separator" aria-label={words} className="relative z-1 h-0 border-t border-act">
      <span
        aria-hidden="true"
        className="absolute right-0 bottom-0 rounded-t-[0.375rem] bg-act px-2 text-[0.6875rem] leading-4.5 font-semibold text-on-act"
      >
        {words}
      </span>
    </div>
  )
}
