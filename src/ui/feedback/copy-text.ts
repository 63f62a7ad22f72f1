import { toast, toastError } from './toast.ts'

/** Copies text and shows the toast `done`. Without a clipboard, as over http, shows `otherwise` instead. */
export async function copyText(text: string, done: string, otherwise: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ kind: 'success', title: done })
  } catch {
    toastError('Could not copy', otherwise)
  }
}
