import { toast, toastError } from './toast.ts'

/** Copies to the clipboard, which does not exist over http. Without it, `otherwise` says what to do. */
export async function copyText(text: string, done: string, otherwise: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ kind: 'success', title: done })
  } catch {
    toastError('Could not copy', otherwise)
  }
}
