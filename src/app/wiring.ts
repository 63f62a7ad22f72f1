import { promptSignIn } from '../accounts/session/sign-in-required.ts'
import { prompts } from '../core/client.ts'
import { explainRefusal } from '../moderation/sanctions/refusals.ts'
import type { contract } from './contract.ts'

declare module '../core/api-client.ts' {
  interface Register {
    contract: typeof contract
  }
}

prompts.signIn = promptSignIn
prompts.refusal = explainRefusal
prompts.pass = () =>
  import('../accounts/guest-passes/earn-pass.ts').then(
    ({ earnSharedPass }) => earnSharedPass(),
    () => false,
  )
prompts.proof = () =>
  import('../accounts/security/ask-for-proof.tsx').then(
    ({ askForProof }) => askForProof(),
    () => false,
  )
