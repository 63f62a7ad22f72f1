export interface ToastMessage {
  title: string
  description?: string
  kind?: 'success' | 'error' | 'info'
  /** Milliseconds until the toast closes; 4,000 by default. */
  lasts?: number
  action?: { label: string; onPress: () => void }
  /** Called if the toast closes without its action. Such a toast is shown for its full time, even if others follow. */
  onClose?: () => void
  /** Aborting closes the toast, or removes it from the queue. */
  until?: AbortSignal
}

const waiting: ToastMessage[] = []
let show: ((message: ToastMessage) => void) | undefined
let hushedUntil = 0
let lastInstead: string | undefined
let explanation: { text: string; isShown: boolean } | undefined
let explanationEnds: ReturnType<typeof setTimeout> | undefined

/** Milliseconds within which a caller shows the error of its failed call. */
const HUSH = 500

/** Shows at most 3 toasts at once, or 1 on a phone. Each is shown for 4 s, not counting hover and focus. */
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

/** Adds `text` to the error that the caller is about to show. If the caller shows none, shows `title` with `text`. */
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

/** Explains a failed call and suppresses the caller's error. Shows one explanation for calls that fail together. */
export function toastInsteadOfError(message: ToastMessage): void {
  const isRepeated = performance.now() < hushedUntil && message.description === lastInstead
  if (!isRepeated) present(message)
  lastInstead = message.description
  hushedUntil = performance.now() + HUSH
}

/** Called by the toast region: presents waiting and later toasts. */
export function setToastPresenter(presenter: (message: ToastMessage) => void): () => void {
  show = presenter
  for (const message of waiting.splice(0)) presenter(message)
  return () => {
    show = undefined
  }
}
