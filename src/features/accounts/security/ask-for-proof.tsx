import { client, proofPrompt } from '../../../api/core/client.ts'

proofPrompt.ask = askForProof

let asking: Promise<boolean> | undefined

/**
 * When it was refused for want of a fresh proof (api/core/proven.ts), asks for the password or a code, above whatever is on
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
  const [{ createRoot }, { default: ProofDialog }, hasApp] = await Promise.all([
    import('react-dom/client'),
    import('./proof-dialog.tsx'),
    hasSecondFactor(),
  ])
  const place = document.body.appendChild(document.createElement('div'))
  // A root of its own: any call of the API may need it, wherever on the page its caller is.
  const root = createRoot(place)
  return new Promise<boolean>((resolve) =>
    root.render(<ProofDialog hasApp={hasApp} onAnswer={resolve} />),
  ).finally(() => {
    root.unmount()
    place.remove()
  })
}

/** A password does in any case: where this cannot be found out, it alone is asked for. */
async function hasSecondFactor(): Promise<boolean> {
  const { enabled } = await client.me.readSecondFactor().catch(() => ({ enabled: false }))
  return enabled
}
