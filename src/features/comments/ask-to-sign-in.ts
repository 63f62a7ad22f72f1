import { toast } from '../../ui/toast.ts'

export function askToSignIn(): void {
  toast({ kind: 'error', title: 'Sign in required', description: 'Please sign in to comment' })
}
