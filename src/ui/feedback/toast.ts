export interface ToastMessage {
  title: string
  description?: string
  /** An error is announced at once, the others when the reader pauses. */
  kind?: 'success' | 'error' | 'info'
  /** Milliseconds until it goes by itself, where 4,000 are too few to act in. */
  lasts?: number
  /** The one thing to do about it. */
  action?: { label: string; onPress: () => void }
  /** When it goes and its action was not pressed. Such a toast keeps its time: it makes way for no other. */
  onClose?: () => void
  /** Once that is aborted it goes, or does not come any more. */
  until?: AbortSignal
}

const waiting: ToastMessage[] = []
let show: ((message: ToastMessage) => void) | undefined
let hushedUntil = 0
let lastInstead: string | undefined
let explanation: { text: string; isShown: boolean } | undefined
let explanationEnds: ReturnType<typeof setTimeout> | undefined

/** Milliseconds within which the caller of a failed call shows its error. */
const HUSH = 500

/** Tells what happened: up to 3 at once (on a phone 1, the next waits), 4 s each, longer while somebody reads. Callable from anywhere. */
export function toast(message: ToastMessage): void {
  if (message.kind === 'error' && performance.now() < hushedUntil) return
  present(message.kind === 'error' ? explained(message) : message)
}

function present(message: ToastMessage): void {
  if (show) show(message)
  else waiting.push(message)
}

/** The error that the caller is about to show keeps its title, with this text below. Without one, `title` is shown. */
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

/** Explains why a call failed, and suppresses the error of its caller. Two calls that fail alike are explained once. */
export function toastInstead(message: ToastMessage): void {
  const isRepeated = performance.now() < hushedUntil && message.description === lastInstead
  if (!isRepeated) present(message)
  lastInstead = message.description
  hushedUntil = performance.now() + HUSH
}

/** For the region: from here on it shows what comes, starting with what waited. */
export function showToastsWith(presenter: (message: ToastMessage) => void): () => void {
  show = presenter
  for (const message of waiting.splice(0)) presenter(message)
  return () => {
    show = undefined
  }
}
