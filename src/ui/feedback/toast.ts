export interface ToastMessage {
  title: string
  description?: string
  kind?: 'success' | 'error' | 'info'
  /** Milliseconds after which the toast closes; 4,000 by default. */
  lasts?: number
  action?: { label: string; onPress: () => void }
  /** Called if the toast closes without its action. If set, no newer toast closes this one early. */
  onClose?: () => void
  /** Signal whose abort closes the toast, or removes it from the queue. */
  until?: AbortSignal
}

const waiting: ToastMessage[] = []
let show: ((message: ToastMessage) => void) | undefined
let hushedUntil = 0
let lastInstead: string | undefined
let explanation: { text: string; isShown: boolean } | undefined
let explanationEnds: ReturnType<typeof setTimeout> | undefined

/** Milliseconds within which the caller of a failed request shows its own error toast. */
const HUSH = 500

/** Shows a toast for 4 s, not counting hover and focus. At most 3 are shown at once, or 1 on a phone. */
export function toast(message: ToastMessage): void {
  if (message.kind === 'error' && performance.now() < hushedUntil) return
  present(message.kind === 'error' ? explained(message) : message)
}

export function toastError(title: string, description?: string): void {
  toast({ kind: 'error', title, description })
}

function present(message: ToastMessage): void {
  if (show) show(message)
  else waiting.push(message)
}

/** Sets the text of the next error that a caller shows. If none follows, shows `title` with `text`. */
export function explainNextError(text: string, title: string): void {
  clearTimeout(explanationEnds)
  explanation = { text, isShown: false }
  explanationEnds = setTimeout(() => {
    if (!explanation?.isShown) present({ kind: 'error', title, description: text })
    explanation = undefined
  }, HUSH)
}

function explained(message: ToastMessage): ToastMessage {
  if (!explanation) return message
  explanation.isShown = true
  return { ...message, description: explanation.text }
}

/** Shows `message` instead of the error toast of a failed request's caller, once for concurrent failures. */
export function toastInsteadOfError(message: ToastMessage): void {
  const isRepeated = performance.now() < hushedUntil && message.description === lastInstead
  if (!isRepeated) present(message)
  lastInstead = message.description
  hushedUntil = performance.now() + HUSH
}

/** Called by the toast region. `presenter` receives the waiting toasts, then each later one. */
export function setToastPresenter(presenter: (message: ToastMessage) => void): () => void {
  show = presenter
  for (const message of waiting.splice(0)) presenter(message)
  return () => {
    show = undefined
  }
}
