import { toast } from '../../../ui/feedback/toast.ts'
import { formsWithDraft } from '../../drafts/names.ts'
import { goToSignIn, wasJustAsked } from './sign-in-required.ts'

/** Milliseconds in which a write that was refused asks to sign in, and says by itself that its text is kept. */
const PATIENCE = 1000

/** A session has ended by itself, and the forms are gone from the page: says that their text is kept, if there is any. */
export function tellOfKeptText(memberId: string): void {
  if (formsWithDraft(memberId).length > 0) setTimeout(() => wasJustAsked() || tell(), PATIENCE)
}

function tell(): void {
  toast({
    kind: 'error',
    title: 'Your session has ended',
    description: 'Your text is kept on this device. Sign in to continue.',
    action: { label: 'Sign In', onPress: goToSignIn },
  })
}
