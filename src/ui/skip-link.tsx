export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-lg bg-act px-4 py-2.5 font-semibold text-on-act focus:translate-y-0"
    >
      Skip to content
    </a>
  )
}
