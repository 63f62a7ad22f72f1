import { toast, toastError } from './toast.ts'

/** Copies to the clipboard and shows `done`. Over http there is no clipboard, so it shows `otherwise` with instructions. */
export async function copyText(text: string, done: string, otherwise: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ kind: 'success', title: done })
  } catch {
    toastError('Could not copy', otherwise)
  }
}
