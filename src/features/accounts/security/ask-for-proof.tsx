import { createRoot } from 'react-dom/client'
import { client, proofPrompt } from '../../../api/core/client.ts'
import { ProofDialog } from './proof-dialog.tsx'

proofPrompt.ask = askForProof

let asking: Promise<boolean> | undefined

/**
 * When it was refused for want of a fresh proof (api/core/proven.ts), asks for the password, a code or a passkey, above whatever is on
 * the page, and answers whether it was given. Several who ask at once share the answer.
 */
async function askForProof(refusal: Response): Promise<boolean> {
  const { code } = await refusal
    .clone()
    .json()
    .catch(() => ({}))
  if (code !== 'PROOF_REQUIRED') return false
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking.catch(() => false)
}

async function ask(): Promise<boolean> {
  const ways = await waysToProve()
  const place = document.body.appendChild(document.createElement('div'))
  // A root of its own: any call of the API may need it, wherever on the page its caller is.
  const root = createRoot(place)
  return new Promise<boolean>((resolve) =>
    root.render(<ProofDialog ways={ways} onAnswer={resolve} />),
  ).finally(() => {
    root.unmount()
    place.remove()
  })
}

/** Most have a password: where this cannot be found out, it is asked for. */
function waysToProve() {
  return client.me.readProof().catch(() => ({ password: true, code: false, passkey: false }))
}
