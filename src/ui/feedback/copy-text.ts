import { toast, toastError } from './toast.ts'

/** Copies to the clipboard and shows `done`. Browsers offer no clipboard over http. The toast then shows `otherwise` with instructions. */
export async function copyText(text: string, done: string, otherwise: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ kind: 'success', title: done })
  } catch {
    toastError('Could not copy', otherwise)
  }
}
